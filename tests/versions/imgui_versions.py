#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Compiles everything that includes Dear ImGui against the headers of Debian 13 and of sid, with the
# flags of the build, and reports every error and warning. Only the syntax is checked: nothing is
# linked and nothing is run. The headers come from the Debian mirror this machine is set up with, are
# unpacked into the build folder and never installed. Ends with 77, which ctest counts as skipped,
# where they cannot be had.
#   imgui_versions.py COMPILE_COMMANDS SCRATCH_FOLDER
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

SUITES = ("trixie", "sid")
AHEAD = ("app/session/frame.h", "app/ui/look.h")
ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)


class Missing(Exception):
    """The headers cannot be downloaded here."""


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **options)


# The machine's Debian mirror.


def one_line_source(line):
    """An entry of a .list file as the fields of a .sources file; None where it is none."""
    found = re.match(r"deb\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+(.+)", line.split("#")[0].strip())
    if not found:
        return None
    options = dict(word.split("=", 1) for word in (found[1] or "").split() if "=" in word)
    names = {"signed-by": "Signed-By", "trusted": "Trusted"}
    fields = {names[name]: value for name, value in options.items() if name in names}
    return fields | {"URIs": found[2], "Suites": found[3], "Components": found[4]}


def stanzas(text):
    """The entries of a .sources file, each as its fields."""
    fields, name = {}, None
    for line in text.splitlines() + [""]:
        if line.startswith("#"):
            continue
        if not line.strip():
            if fields:
                yield fields
            fields, name = {}, None
        elif line[0] in " \t" and name:
            fields[name] += "\n" + line
        else:
            name, _, value = line.partition(":")
            name = {"uris": "URIs", "signed-by": "Signed-By"}.get(name.lower(), name.capitalize())
            fields[name] = value.strip()


def apt_sources():
    folder = pathlib.Path("/etc/apt")
    for path in [folder / "sources.list", *sorted(folder.glob("sources.list.d/*"))]:
        try:
            text = path.read_text(errors="replace")
        except OSError:
            continue
        if path.suffix == ".list":
            yield from filter(None, map(one_line_source, text.splitlines()))
        elif path.suffix == ".sources":
            yield from stanzas(text)


def debian_source():
    """The entry by which this machine gets its own release of Debian."""
    release = pathlib.Path("/etc/os-release")
    words = dict(
        line.split("=", 1) for line in release.read_text().splitlines() if "=" in line
    ) if release.exists() else {}
    if words.get("ID", "").strip('"') != "debian":
        raise Missing("this machine is not a Debian")
    own = {words.get("VERSION_CODENAME", "").strip('"'), *SUITES}
    own |= {"unstable", "testing", "stable", "oldstable"}
    for fields in apt_sources():
        if (
            own & set(fields.get("Suites", "").split())
            and "main" in fields.get("Components", "").split()
            and fields.get("Enabled", "yes").lower() not in ("no", "false")
            and "deb" in fields.get("Types", "deb").split()
            and not fields.get("URIs", "cdrom:").startswith("cdrom:")
        ):
            return fields
    raise Missing("the package sources of this machine name no mirror of Debian")


# The headers, unpacked.


def apt_settings(scratch):
    """A configuration for apt that touches nothing of the machine. Of the machine's own it has only
    how to reach the mirror."""
    source = debian_source()
    scratch.mkdir(parents=True, exist_ok=True)
    for name in ("state/lists/partial", "cache/archives/partial"):
        (scratch / name).mkdir(parents=True, exist_ok=True)
    (scratch / "state/status").touch()
    keep = {name: source[name] for name in ("URIs", "Signed-By", "Trusted") if name in source}
    keep |= {"Types": "deb", "Suites": " ".join(SUITES), "Components": "main"}
    sources = scratch / "debian.sources"
    sources.write_text("".join(f"{name}: {value}\n" for name, value in keep.items()))
    reach = [
        line
        for line in run(["apt-config", "dump"]).stdout.splitlines()
        if line.startswith("Acquire::")
        and not line.startswith(("Acquire::IndexTargets", "Acquire::Languages"))
    ]
    settings = {
        "Dir::Etc::main": "/dev/null",
        "Dir::Etc::parts": "/dev/null",
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::State": scratch / "state",
        "Dir::State::status": scratch / "state/status",
        "Dir::Cache": scratch / "cache",
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        # A mirror's copy may be older than its own date allows.
        "Acquire::Check-Valid-Until": "false",
        "Acquire::Retries": "1",
        "Acquire::http::Timeout": "20",
        "Acquire::https::Timeout": "20",
    }
    path = scratch / "apt.conf"
    path.write_text(
        "\n".join(reach + [f'{name} "{value}";' for name, value in settings.items()]) + "\n"
    )
    return dict(os.environ, APT_CONFIG=str(path), LC_ALL="C")


def asked(command, what, **options):
    try:
        done = run(command, timeout=300, **options)
    except subprocess.TimeoutExpired:
        raise Missing(f"{what} took more than five minutes") from None
    if done.returncode != 0:
        raise Missing(f"{what} failed:\n{done.stderr.strip()}")


def get_headers(scratch):
    """Version of Dear ImGui -> the folder of its headers, one for each suite."""
    for program in ("apt-get", "apt-config", "dpkg-deb"):
        if not shutil.which(program):
            raise Missing(f"there is no {program}")
    environment = apt_settings(scratch)
    asked(
        ["apt-get", "update", "--error-on=any"], "reading what the mirror has", env=environment
    )
    headers = {}
    for suite in SUITES:
        folder = scratch / suite
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        asked(
            ["apt-get", "download", f"libimgui-dev/{suite}"],
            f"fetching libimgui-dev of {suite}",
            env=environment,
            cwd=folder,
        )
        [package] = folder.glob("*.deb")
        asked(["dpkg-deb", "--extract", package, folder], f"unpacking {package.name}")
        include = folder / "usr/include/imgui"
        version = re.search(r'#define IMGUI_VERSION\s+"([^"]+)"', (include / "imgui.h").read_text())
        headers[version[1]] = include
    return headers


# What includes them.


def includes_of(path, known):
    """What a file includes, itself and through headers of ours: app/window/lab.h, <map>."""
    names, waiting = set(), [path]
    while waiting:
        path = waiting.pop()
        if path not in known:
            known[path] = INCLUDE.findall(path.read_text(errors="replace"))
        for mark, name in known[path]:
            if mark == '"' and name not in names and (ROOT / name).is_file():
                waiting.append(ROOT / name)
            names.add("<" + name if mark == "<" else name)
    return names


def flags_against(entry, include):
    """The compiler and its flags for one file, with the headers of another version; None if the
    flags name no headers of Dear ImGui. The sanitizers and debug information are left out: they
    double the time and have no say in what compiles. So are the build's own precompiled headers:
    they were made with other flags."""
    words = iter(shlex.split(entry["command"]))
    flags, replaced = [], False
    for word in words:
        if word in ("-c", "-g", "-Winvalid-pch", entry["file"]) or word.startswith("-fsanitize"):
            continue
        if word in ("-o", "-include"):
            next(words)
            continue
        folder = next(words) if word in ("-I", "-isystem") else word[2:]
        if word.startswith(("-I", "-isystem")) and (pathlib.Path(folder) / "imgui.h").is_file():
            flags += ["-isystem", str(include)]
            replaced = True
        else:
            flags += [word, folder] if word in ("-I", "-isystem") else [word]
    return flags if replaced else None


def complaints(command, entry):
    done = run(command, cwd=entry["directory"])
    return done.stderr or ("" if done.returncode == 0 else f"{entry['file']}: failed\n")


def compile_ahead(entry, include, folder):
    """Compiles the headers that most files include, once: complaints about them, and the flags by
    which such a file uses what was compiled."""
    folder.mkdir(exist_ok=True)
    header = folder / "ahead.h"
    header.write_text("".join(f'#include "{name}"\n' for name in AHEAD))
    out = ["-x", "c++-header", "-o", f"{header}.gch", str(header)]
    return complaints([*flags_against(entry, include), *out], entry), ["-include", str(header)]


def compile_all(entries, include, folder):
    """What the compiler complains of with the headers of another version, file by file."""
    for entry in entries:
        if not flags_against(entry, include):
            return [f"{entry['file']}: its flags name no folder of Dear ImGui's headers"]
    sharing = [entry["file"] for entry in entries if entry["includes"].issuperset(AHEAD)]
    first = next(entry for entry in entries if entry["file"] in sharing)
    broken, ahead = compile_ahead(first, include, folder)
    if broken:
        return [broken]

    def compile_one(entry):
        flags = flags_against(entry, include) + (ahead if entry["file"] in sharing else [])
        return complaints([*flags, "-fsyntax-only", entry["file"]], entry)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [text for text in pool.map(compile_one, entries) if text]


def main(commands, scratch):
    entries, known = {}, {}
    for entry in json.loads(pathlib.Path(commands).read_text()):
        entry["includes"] = includes_of(pathlib.Path(entry["file"]), known)
        if any(name.startswith(("<imgui", "<backends/imgui")) for name in entry["includes"]):
            entries.setdefault(entry["file"], entry)
    if not entries:
        print(f"{commands} has no file that includes Dear ImGui")
        return 1
    try:
        headers = get_headers(pathlib.Path(scratch).resolve())
    except Missing as why:
        print(f"Skipped: the headers of Debian 13 and sid cannot be had, because {why}")
        return 77
    failed = False
    for version, include in headers.items():
        broken = compile_all(list(entries.values()), include, include.parents[2] / "ahead")
        print(f"Dear ImGui {version}: {len(entries)} files, {len(broken)} of them fail")
        for text in broken:
            print("\n".join(text.splitlines()[:40]))
        failed = failed or bool(broken)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
