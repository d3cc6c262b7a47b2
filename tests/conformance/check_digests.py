#!/usr/bin/env python3
"""Runs a tool over real programs and compares the SHA-256 of its output with the reference's.

usage: check_digests.py [--stage AB] TOOL EXAMPLES_DIR

examples.tsv beside this script has a row a run: flags, input (a file of EXAMPLES_DIR, given on standard input) and the digest of the
standard output that the reference printed. stages.tsv says which stage of the work a row belongs to.
"""
import argparse
import concurrent.futures as cf
import hashlib
import os
import shlex
import subprocess
import sys

import check

HERE = os.path.dirname(os.path.abspath(__file__))


def rows():
    with open(os.path.join(HERE, "examples.tsv")) as f:
        head = f.readline().rstrip("\n").split("\t")
        return [dict(zip(head, line.rstrip("\n").split("\t"))) for line in f]


def run(tool, folder, row):
    with open(os.path.join(folder, row["input"]), "rb") as program:
        done = subprocess.run(tool + shlex.split(row["flags"]), stdin=program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        return "exit status %d: %s" % (done.returncode, done.stderr.decode("utf-8", "replace").split("\n")[0][:200])
    return "" if hashlib.sha256(done.stdout).hexdigest() == row["sha256"] else "output differs from the reference's"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("tool")
    arguments.add_argument("folder")
    arguments.add_argument("--stage", default="")
    options = arguments.parse_args()
    rules = check.stages()
    picked = [r for r in rows() if not options.stage or check.stage_of(r, rules) in options.stage]
    tool = shlex.split(options.tool)
    failed = 0
    with cf.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for row, why in zip(picked, pool.map(lambda r: run(tool, options.folder, r), picked)):
            if why:
                failed += 1
                print("FAIL %s/%s: %s" % (row["suite"], row["case"], why))
    print("%d passed, %d failed" % (len(picked) - failed, failed))
    return 1 if failed or not picked else 0


if __name__ == "__main__":
    sys.exit(main())
