#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts deliberate faults into the engine and the readers, one after another, and shows that the tier
quick finds each: a sign, an index, a bound, the place in a message.

  mutations.py check SOURCE          every text that would be replaced stands in its file once
  mutations.py run SOURCE FOLDER     copies the sources into FOLDER, builds them there, puts in each
                                     fault, builds again, and runs the program that has to fail

The sources themselves are never changed."""
import json
import pathlib
import subprocess
import sys

LIST = pathlib.Path(__file__).with_name("mutations.json")
PARTS = ["app", "assets", "core", "scripts", "tests", "CHANGELOG.md", "CMakeLists.txt", "LICENSE",
         ".clang-format", "README.md", "CONTRIBUTING.md"]


def mutated(source, fault):
    """The text of the file with the fault, and without; a sentence if it cannot be put in."""
    file = source / fault["file"]
    if not file.is_file():
        return None, f"{fault['file']}: there is no such file"
    text = file.read_text(encoding="utf-8")
    count = text.count(fault["is"])
    if count != 1:
        return None, f"{fault['file']}: {fault['is']!r} stands there {count} times, expected once"
    return (text, text.replace(fault["is"], fault["becomes"])), None


def check(source, faults):
    said = [wrong for fault in faults for _, wrong in [mutated(source, fault)] if wrong]
    print("\n".join(said) or f"{len(faults)} faults can be put in")
    return bool(said)


def build(folder, programs):
    """The compiler's errors; empty if it compiles."""
    done = subprocess.run(["ninja", "-C", folder / "build", *programs], capture_output=True,
                          text=True)
    return done.stdout[-3000:] + done.stderr if done.returncode else ""


def failed(folder, program):
    """The first case that fails, or how the program ended; an empty text if all pass."""
    try:
        done = subprocess.run([folder / "build/tests" / program, "--gtest_fail_fast"], cwd=folder,
                              capture_output=True, text=True, errors="replace", timeout=600)
    except subprocess.TimeoutExpired:
        return "it does not end"
    for line in done.stdout.splitlines() + done.stderr.splitlines():
        if line.startswith("[  FAILED  ] ") or line.startswith("The process ended in "):
            return line.split(" (")[0].removeprefix("[  FAILED  ] ")
    return "" if done.returncode == 0 else f"it ended with {done.returncode}"


def run(source, folder, faults):
    copy = folder / "source"
    copy.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-rpu", *[source / part for part in PARTS], copy], check=True)
    programs = sorted({fault["program"] for fault in faults})
    subprocess.run(["cmake", "-S", copy, "-B", folder / "build", "-G", "Ninja",
                    "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O1",
                    "-DATTENTION_PAGE=OFF", "-DCMAKE_UNITY_BUILD=ON",
                    "-DCMAKE_UNITY_BUILD_BATCH_SIZE=16"], check=True, stdout=subprocess.DEVNULL)
    if refused := build(folder, programs):
        print("Without a fault:\n" + refused)
        return True
    for program in programs:
        if case := failed(folder, program):
            print(f"Without a fault {program} fails: {case}")
            return True
    is_wrong = False
    for fault in faults:
        (text, with_fault), wrong = mutated(copy, fault)
        file = copy / fault["file"]
        try:
            file.write_text(with_fault, encoding="utf-8")
            refused = build(folder, [fault["program"]])
            found = "" if refused else failed(folder, fault["program"])
        finally:
            file.write_text(text, encoding="utf-8")
        if refused:
            print(f"{fault['file']}: {fault['what']}: this is no fault but no program:\n{refused}")
        else:
            print(f"{fault['file']}: {fault['what']}: " +
                  (f"found by {found}" if found else f"NOT FOUND by {fault['program']}"), flush=True)
        is_wrong |= not found
    return is_wrong


def main(order, source, *folder):
    faults = json.loads(LIST.read_text(encoding="utf-8"))
    source = pathlib.Path(source).resolve()
    if order == "check":
        return check(source, faults)
    return check(source, faults) or run(source, pathlib.Path(*folder).resolve(), faults)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
