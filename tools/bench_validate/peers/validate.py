# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
"""Validates JSON Lines with python3-jsonschema and the label rules: validate.py SCHEMA FILE."""
import json
import re
import sys

import jsonschema

NUMBER = re.compile(r"^[+-]?\s?[$€£¥]?\s?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(/\d+)?\s?%?$")
WORD = re.compile(r"[^\W_]+")
RISK = {"majority_wrong_fact": "high", "anchoring_injected_premise": "high", "lone_correct_dissenter": "high", "genuine_agreement_correct": "low",
        "genuine_disagreement": "low", "correct_but_unsupported": "medium", "numeric_consensus_error": "high"}


def labels(c):
    """The number of label rules that a case breaks."""
    answers = c["answers"]
    claims = [a["claim"].strip() for a in answers]
    correct = [a["correct"] for a in answers]
    meta = [a["metadata"] for a in answers]
    truth = {}
    bad = 0
    for claim, ok in zip(claims, correct):
        bad += truth.setdefault(claim, ok) != ok
    bad += len({k for k, ok in zip(claims, correct) if ok}) > 1
    held = None
    for claim in set(claims):
        if 5 * claims.count(claim) >= 3 * len(claims):
            held = claim
    majority = None if held is None else truth[held]
    bad += c["majority_correct"] is not majority
    category = c["category"]
    risk = RISK.get(category) or ("medium" if majority else "high")
    bad += c["expected_risk"] != risk
    bad += len({a["agent_id"] for a in answers}) != len(answers)
    total = sum(len(a["output"].encode("utf-16-le")) // 2 for a in answers) + len(c["question"].encode("utf-16-le")) // 2
    total += sum(len(e.encode("utf-16-le")) // 2 for e in c.get("evidence", []))
    bad += total > 12000
    right = sum(correct)
    if category == "majority_wrong_fact":
        bad += majority is not False or right != 0
    elif category == "echo_cascade":
        saw = [m for m in meta if m["saw_other_answers"]]
        bad += majority is None or meta[0]["saw_other_answers"] or len(saw) < 2 or len({m["model_family"] for m in saw}) > 1
    elif category == "anchoring_injected_premise":
        given = set(WORD.findall(" ".join([c["question"], *c.get("evidence", [])]).lower()))
        bad += majority is not False or not given & set(WORD.findall((held or "").lower()))
        bad += any(k == held and not m["shared_context"] for k, m in zip(claims, meta))
    elif category == "lone_correct_dissenter":
        bad += majority is not False or right != 1
    elif category == "genuine_agreement_correct":
        noisy = "noisy_dissent" in c.get("tags", [])
        bad += majority is not True or len({m["model_family"] for m in meta}) != len(meta)
        bad += any(m["saw_other_answers"] or m["shared_context"] for m in meta) or len(answers) - right != (1 if noisy else 0)
    elif category == "genuine_disagreement":
        bad += held is not None or right != 1
    elif category == "correct_but_unsupported":
        bad += majority is not True or any((held or "").lower() in e.lower() for e in c.get("evidence", []))
    elif category == "numeric_consensus_error":
        bad += majority is not False or right > 1 or not all(NUMBER.match(k) for k in claims)
    return bad


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        validator = jsonschema.Draft202012Validator(json.load(f))
    good = bad = 0
    ids, questions = set(), set()
    with open(sys.argv[2], encoding="utf-8") as f:
        for line in f:
            if not line.strip():
                continue
            case = json.loads(line)
            if validator.is_valid(case) and not labels(case) and case["id"] not in ids and case["question"] not in questions:
                good += 1
            else:
                bad += 1
            ids.add(case.get("id"))
            questions.add(case.get("question"))
    print(good, "good", bad, "bad")


main()
