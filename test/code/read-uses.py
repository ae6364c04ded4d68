"""
Judges references by reading. `python3 test/code/read-uses.py draw ROOT ROWS SEED COUNT ENDING,… > SHEET` draws declarations from the rows
of judge-outline.ts and lists every occurrence of their names, numbered, for a reader who has not seen an answer. TRUTH has one line
for each declaration, `NUMBER: all`, `NUMBER: 0 2-5` (the uses) or `NUMBER: not 1 3` (all but these); the declaration itself is a use.
`maybe 4 6` after them are places that are right or wrong by taste, such as a constructor for a class: they do not count.
`… queries SHEET` prints what judge-answers.ts asks, and `… compare SHEET TRUTH ANSWERS` compares.
"""
import collections, json, os, random, re, sys

# Fewer occurrences show nothing, and more are too many to read.
FEWEST, MOST = 3, 30


def words_of(root, endings):
    """Places and lines of each word."""
    found = collections.defaultdict(list)
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in (".git", "node_modules", "target", "build"))
        for name in sorted(names):
            if not name.endswith(endings):
                continue
            path = os.path.relpath(os.path.join(folder, name), root)
            for number, line in enumerate(open(os.path.join(root, path), encoding="utf8", errors="replace"), 1):
                for each in re.finditer(r"[\w$]+", line):
                    found[each.group()].append((path, number, each.start() + 1, line.strip()))
    return found


def draw(root, rows_path, seed, count, endings):
    words = words_of(root, tuple(endings.split(",")))
    rows = [json.loads(line) for line in open(rows_path)]
    rows = [row for row in rows if row["path"].endswith(tuple(endings.split(","))) and FEWEST <= len(words[row["name"]]) <= MOST]
    times = collections.Counter(row["name"] for row in rows)
    several = [row for row in rows if times[row["name"]] > 1]
    single = [row for row in rows if times[row["name"]] == 1]
    chance = random.Random(int(seed))
    drawn, names = [], collections.Counter()
    for pool, wanted in ((several, int(count) // 2), (single, int(count))):
        chance.shuffle(pool)
        for row in pool:
            if len(drawn) == wanted:
                break
            names[row["name"]] += 1
            if names[row["name"]] <= 1:
                drawn.append(row)
    for number, row in enumerate(drawn):
        print(f"# {number} {row['path']}:{row['line']}:{row['column']} {row['kind']} {row['container'] or ''} {row['name']}")
        for at, (path, line, column, text) in enumerate(words[row["name"]]):
            print(f"{at}\t{path}:{line}:{column}\t{text[:150]}")


def sheet_of(path):
    found = []
    for line in open(path):
        if line.startswith("# "):
            found.append((line.split()[2], []))
        else:
            found[-1][1].append(line.split("\t")[1])
    return found


def numbers(text):
    for part in text.split():
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def truth_of(path, sheet):
    """Uses of each declaration, and places that are left open."""
    found, open_places = {}, {}
    for line in open(path):
        number, _, said = line.partition(":")
        if not number.strip().isdigit():
            continue
        places = sheet[int(number)][1]
        said, _, maybe = (each.strip() for each in said.partition("maybe"))
        excluded = set(numbers(said[3:])) if said.startswith("not") else set()
        chosen = range(len(places)) if said == "all" or said.startswith("not") else numbers(said)
        found[int(number)] = {places[each] for each in chosen if each not in excluded}
        open_places[int(number)] = {places[each] for each in numbers(maybe)}
    return found, open_places


def compare(sheet_path, truth_path, answers_path):
    sheet = sheet_of(sheet_path)
    truth, open_places = truth_of(truth_path, sheet)
    answers = collections.defaultdict(dict)
    for line in open(answers_path):
        row = json.loads(line)
        answers[row["query"]][f"{row['path']}:{row['line']}:{row['column']}"] = row["certain"]
    others = {}
    uses = found = possible = certain = right = 0
    for number, expected in sorted(truth.items()):
        given = {place: is_certain for place, is_certain in answers[number].items() if place not in open_places[number]}
        listed = set(sheet[number][1])
        for place in sorted(expected - set(given)):
            print("missed", number, sheet[number][0], place)
        # An import can give another name, so these are judged apart.
        renamed = {each for each in given if each not in listed}
        others[number] = sorted(each for each in renamed if given[each])
        given = {each: is_certain for each, is_certain in given.items() if each not in renamed}
        for place in sorted(each for each, is_certain in given.items() if is_certain and each not in expected):
            print("wrong", number, sheet[number][0], place)
        uses += len(expected)
        found += len(expected & set(given))
        possible += sum(not given[each] for each in expected & set(given))
        certain += sum(given.values())
        right += sum(is_certain and each in expected for each, is_certain in given.items())
    for number, places in others.items():
        if places:
            print(f"{len(places)} under other names", number, sheet[number][0], *places[:: max(1, len(places) // 10)])
    print(f"{len(truth)} declarations, {uses} uses: found {found}, certain right {right} of {certain}, only possible {possible} ({100 * possible / max(1, uses):.1f} %)")


command, *rest = sys.argv[1:]
if command == "draw":
    draw(*rest)
elif command == "queries":
    for number, (place, _) in enumerate(sheet_of(rest[0])):
        path, line, column = place.rsplit(":", 2)
        print(json.dumps({"query": number, "path": path, "line": int(line), "column": int(column)}))
else:
    compare(*rest)
