#!/usr/bin/env python3
"""Compares syntax-check with test262.

    test262.py CHECKOUT SYNTAX_CHECK [--update]

CHECKOUT is a directory with test262's `test` folder. A test whose metadata says `negative: phase: parse` must be refused,
every other one accepted. `baseline.txt` beside this file names the exceptions, each with its reason; the differences
that it does not name make this fail.
"""
import os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Features that the parser refuses by name.
REFUSED = {
    "decorators": "decorators are refused by name",
    "explicit-resource-management": "`using` is refused by name",
    "source-phase-imports": "refused by name",
    "source-phase-imports-module-source": "refused by name",
    "import-defer": "refused by name",
    "import-text": None, "import-bytes": None,
}

def metadata(text):
    match = re.search(r"/\*---(.*?)---\*/", text, re.S)
    return match.group(1) if match else ""

def listed(meta, key):
    match = re.search(key + r":\s*\[(.*?)\]", meta, re.S)
    if match:
        return [x.strip() for x in match.group(1).split(",")]
    match = re.search(r"^" + key + r":\n((?:\s+- .*\n)+)", meta, re.M)
    return re.findall(r"- (\S+)", match.group(1)) if match else []

def main():
    checkout, tool = sys.argv[1:3]
    cases, skipped = [], 0
    for root in ("test/language", "test/annexB/language", "test/staging"):
        for folder, _, files in os.walk(os.path.join(checkout, root)):
            for name in files:
                if not name.endswith(".js") or "_FIXTURE" in name:
                    continue
                path = os.path.join(folder, name)
                text = open(path, encoding="utf-8", errors="surrogateescape", newline="").read()
                meta = metadata(text)
                if any(REFUSED.get(f) for f in listed(meta, "features")):
                    skipped += 1
                    continue
                flags = listed(meta, "flags")
                negative = bool(re.search(r"negative:\s*\n(?:\s+\S+:.*\n)*?\s+phase: parse", meta))
                if "module" in flags:
                    kinds = ["module"]
                elif "onlyStrict" in flags:
                    kinds = ["strict"]
                elif "noStrict" in flags or "raw" in flags:
                    kinds = ["script"]
                else:
                    kinds = ["script", "strict"]
                for kind in kinds:
                    cases.append((kind, path, negative))
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write("".join(f"{kind} {path}\n" for kind, path, _ in cases))
    result = subprocess.run([tool, file.name], capture_output=True, text=True, errors="replace")
    os.unlink(file.name)
    lines = result.stdout.split("\n")
    if result.returncode != 0:
        print(f"syntax-check ended with {result.returncode} after {len(lines) - 1} of {len(cases)} files", lines[-2:])
        sys.exit(1)
    baseline = {}
    path = os.path.join(HERE, "baseline.txt")
    if os.path.exists(path):
        for line in open(path):
            if line.strip() and not line.startswith("#"):
                name, _, reason = line.rstrip("\n").partition("  # ")
                baseline[name] = reason
    wrong, known = [], set()
    for (kind, path, negative), line in zip(cases, lines):
        if line.startswith("accept") == negative:
            name = f"{kind} {os.path.relpath(path, checkout)}"
            if name in baseline:
                known.add(name)
            else:
                wrong.append((name, line.split(path, 1)[1].strip() or "accepted"))
    for name, line in wrong:
        print(f"{name}\t{line}")
    for name in sorted(set(baseline) - known):
        print(f"the baseline names {name}, which passes")
    negatives = sum(1 for case in cases if case[2])
    print(f"{len(cases)} cases, {negatives} of them to be refused; {skipped} files skipped for features; "
          f"{len(known)} known exceptions; {len(wrong)} new differences")
    sys.exit(1 if wrong else 0)

main()
