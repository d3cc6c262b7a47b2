#!/usr/bin/env python3
"""Runs the propagation pipeline over the programs in cases/ and compares with what the reference printed.

usage: check_cases.py TOOL [FOLDER]

NAME.mlir is a small program written after a public report (its first lines say which), NAME.out what the reference makes of it; where
that begins with `// rc=N` the reference refuses it, and so must the tool, by itself.
"""
import concurrent.futures as cf
import difflib
import glob
import os
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FLAGS = ["-sdy-propagation-pipeline"]


def check(tool, path):
    with open(path[: -len(".mlir")] + ".out") as f:
        want = f.read()
    with open(path, "rb") as program:
        done = subprocess.run(tool + FLAGS, stdin=program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    refused = want.startswith("// rc=")
    if refused:
        return "" if done.returncode > 0 else "exit status %d where the reference refuses" % done.returncode
    if done.returncode:
        return "exit status %d: %s" % (done.returncode, done.stderr.decode("utf-8", "replace").split("\n")[0])
    got = done.stdout.decode("utf-8", "replace")
    return "\n".join(difflib.unified_diff(want.split("\n"), got.split("\n"), "want", "got", lineterm="", n=1))


def main():
    tool = shlex.split(sys.argv[1])
    folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, "cases")
    paths = sorted(glob.glob(os.path.join(folder, "*.mlir")))
    with cf.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = list(pool.map(lambda path: check(tool, path), paths))
    for path, why in zip(paths, found):
        if why:
            print("FAIL %s: %s" % (os.path.basename(path), why))
    print("%d of %d cases pass" % (found.count(""), len(paths)))
    return 0 if paths and found.count("") == len(paths) else 1


if __name__ == "__main__":
    sys.exit(main())
