# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
# The more words the answers share, the less likely it is that they came about apart.
import json, sys
for line in sys.stdin:
    answers = [set(a["output"].lower().split()) for a in json.loads(line)["answers"]]
    pairs = [(a, b) for i, a in enumerate(answers) for b in answers[:i]]
    shared = sum(len(a & b) / max(1, len(a | b)) for a, b in pairs) / len(pairs)
    risk = "high" if shared > 0.5 else "medium" if shared > 0.25 else "low"
    print(json.dumps({"false_consensus_risk": risk, "consensus_answer": None, "engine": "overlap"}), flush=True)
