#!/bin/sh
# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
# A detector on one line: medium if an answer speaks of another agent or of the others, else low.
while read -r line; do case $line in *"Agent "*|*"agent-"*" said"*|*" others"*) risk=medium ;; *) risk=low ;; esac; echo "{\"false_consensus_risk\":\"$risk\",\"engine\":\"hearsay\"}"; done
