// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
// Validates JSON Lines with a compiled ajv 8: node ajv.cjs SCHEMA FILE.
const fs = require("fs");
const Ajv = require("ajv/dist/2020").default;
const formats = require("ajv-formats").default;

const ajv = new Ajv({ allErrors: false, strict: false });
formats(ajv);
const validate = ajv.compile(JSON.parse(fs.readFileSync(process.argv[2], "utf8")));

// Reading in large chunks and splitting by hand is the fastest way node has.
const fd = fs.openSync(process.argv[3], "r");
const chunk = Buffer.allocUnsafe(1 << 20);
let rest = Buffer.alloc(0);
let good = 0;
let bad = 0;
function line(buffer) {
  if (buffer.length === 0) return;
  if (validate(JSON.parse(buffer.toString("utf8")))) good++;
  else bad++;
}
for (;;) {
  const n = fs.readSync(fd, chunk, 0, chunk.length, null);
  if (n === 0) break;
  const data = rest.length ? Buffer.concat([rest, chunk.subarray(0, n)]) : chunk.subarray(0, n);
  let start = 0;
  for (let end = data.indexOf(10, start); end >= 0; end = data.indexOf(10, start)) {
    line(data.subarray(start, end));
    start = end + 1;
  }
  rest = Buffer.from(data.subarray(start));
}
line(rest);
console.log(good, "good", bad, "bad");
