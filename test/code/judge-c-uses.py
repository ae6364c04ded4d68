"""
Writes the uses of declarations of C and C++ as clang binds them, as facts for `gold.py pack` and `compare.py`:
`LIBCLANG=path/to/libclang.so python3 test/code/judge-c-uses.py ROOT DATABASE SEED COUNT FOLDER... > facts.json`. DATABASE is the folder
of compile_commands.json, a FOLDER is judged with all below it (`.`: everything). Needs the Python package clang of that version.

COUNT declarations are drawn with SEED, half of them with a name that is declared more than once. Declarations of one symbol are one. A
reference has tier 1 if it may be answered: to an overridden or overriding method, to a constructor of the class, to `struct A` beside
`typedef struct A A`, or to one of several that a template leaves open. `unjudged` are places of the name that clang binds to nothing: in branches it leaves out, in the bodies of macros,
and in templates until somebody makes them.
"""
import collections, ctypes, json, os, random, re, subprocess, sys

import clang.cindex as cindex
from clang.cindex import CursorKind as K, TranslationUnit

if "LIBCLANG" in os.environ:
    cindex.Config.set_library_file(os.environ["LIBCLANG"])
root, database, seed, count, *folders = sys.argv[1:]
root = os.path.realpath(root)
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inl", ".ipp")
KINDS = {
    K.STRUCT_DECL: "struct", K.UNION_DECL: "struct", K.CLASS_DECL: "class", K.CLASS_TEMPLATE: "class", K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: "class", K.ENUM_DECL: "enum",
    K.FUNCTION_DECL: "function", K.FUNCTION_TEMPLATE: "function", K.CXX_METHOD: "method", K.FIELD_DECL: "field", K.VAR_DECL: "variable", K.TYPEDEF_DECL: "type",
    K.TYPE_ALIAS_DECL: "type", K.TYPE_ALIAS_TEMPLATE_DECL: "type", K.ENUM_CONSTANT_DECL: "enum-member", K.NAMESPACE: "namespace", K.MACRO_DEFINITION: "macro",
}
BODIES = {K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION, K.LAMBDA_EXPR}

library = cindex.conf.lib
library.clang_getFileLocation.argtypes = [cindex.SourceLocation, ctypes.POINTER(ctypes.c_void_p), *[ctypes.POINTER(ctypes.c_uint)] * 3]


def place_of(cursor):
    """Path below the root, line and column, or None."""
    file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    library.clang_getFileLocation(cursor.location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset))
    path = path_of(file.value)
    return path and (path, line.value, column_of(path, line.value, column.value))


paths = {}


def path_of(file):
    if file not in paths:
        name = library.clang_getFileName(cindex.File(ctypes.cast(file, cindex.c_object_p))) if file else None
        path = os.path.relpath(os.path.realpath(name), root) if name else None
        paths[file] = path if path in texts else None
    return paths[file]


def column_of(path, line, byte):
    text = lines[path][line - 1] if line <= len(lines[path]) else ""
    return byte if text.isascii() else len(text.encode()[: byte - 1].decode(errors="replace").encode("utf-16-le")) // 2 + 1


# One symbol has several declarations, found by clang's own first declaration and by its name for linkers.
leaders = {}


def leader(key):
    while key in leaders:
        key = leaders[key]
    return key


def unite(one, other):
    one, other = leader(one), leader(other)
    if one != other:
        leaders[one] = other


def word_at(place):
    found = re.match(r"\w+", lines[place[0]][place[1] - 1][place[2] - 1 :]) if place[1] <= len(lines[place[0]]) else None
    return found and found.group()


declarations, bound, overrides, constructors = {}, collections.defaultdict(set), collections.defaultdict(set), {}


def key_of(cursor):
    place = place_of(cursor.canonical)
    if place and word_at(place):
        unite(place, place)
        # Only what a linker joins: two sources may each have a class of one name.
        usr = cursor.get_usr() if cursor.kind in (K.FUNCTION_DECL, K.VAR_DECL, K.NAMESPACE, K.NAMESPACE_ALIAS) else None
        if usr:
            unite(("usr", usr), place)
        return place
    usr = cursor.get_usr()
    return ("usr", usr) if usr else None


def visit(cursor, done, depth, containers):
    for child in cursor.get_children():
        place = place_of(child)
        if cursor.kind == K.TRANSLATION_UNIT:
            if not place or place[0] in done:
                continue
            seen.add(place[0])
        kind = child.kind
        name = child.spelling
        if place and kind == K.CONSTRUCTOR:
            constructors[place] = key_of(child.semantic_parent)
        elif place and (kind in KINDS or kind in (K.PARM_DECL, K.TEMPLATE_TYPE_PARAMETER, K.TEMPLATE_NON_TYPE_PARAMETER, K.TEMPLATE_TEMPLATE_PARAMETER)) and word_at(place) == name:
            key = key_of(child)
            if key:
                bound[place].add(key)
                unite(place, key)
            if kind in KINDS and depth == 0 and (KINDS[kind] not in ("struct", "class", "enum") or child.is_definition()):
                declarations[place] = (name, KINDS[kind], ".".join(containers) or None, child.extent.end.line)
            if kind == K.TYPEDEF_DECL and child.underlying_typedef_type.get_declaration().spelling == name:
                same = key_of(child.underlying_typedef_type.get_declaration())
                overrides[key].add(same)
                overrides[same].add(key)
            if kind == K.CXX_METHOD:
                for base in overridden(child):
                    overrides[key].add(base)
                    overrides[base].add(key)
        elif place and (kind.is_reference() or kind in (K.DECL_REF_EXPR, K.MEMBER_REF_EXPR, K.MACRO_INSTANTIATION)):
            if kind == K.OVERLOADED_DECL_REF:
                targets = [library.clang_getOverloadedDecl(child, at) for at in range(library.clang_getNumOverloadedDecls(child))]
            else:
                targets = [child.referenced]
            text = word_at(place)
            for target in targets:
                if target and target.kind != K.NO_DECL_FOUND and target.spelling.split("<")[0] == text:
                    key = key_of(target.semantic_parent if target.kind == K.CONSTRUCTOR else target)
                    if key:
                        bound[place].add(key)
        inner = [*containers, name] if kind in KINDS and name and depth == 0 else containers
        visit(child, done, depth + (kind in BODIES), inner)


library.clang_getNumOverloadedDecls.argtypes = [cindex.Cursor]
library.clang_getOverriddenCursors.argtypes = [cindex.Cursor, ctypes.POINTER(ctypes.POINTER(cindex.Cursor)), ctypes.POINTER(ctypes.c_uint)]


def overridden(cursor):
    found, number = ctypes.POINTER(cindex.Cursor)(), ctypes.c_uint()
    library.clang_getOverriddenCursors(cursor, ctypes.byref(found), ctypes.byref(number))
    keys = []
    for at in range(number.value):
        base = found[at]
        base._tu = cursor._tu
        key = key_of(base)
        if key:
            keys.append(key)
    return keys


def code_only(text):
    """The text with comments and strings blanked."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    return re.sub(r'//(?:\\\n|[^\n])*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.[^\']*|[^\'\\\n])\'', blank, text, flags=re.S)


def pick():
    """As gold.py picks."""
    chance = random.Random(int(seed))
    able = sorted([*place, *facts] for place, facts in declarations.items() if len(facts[0]) > 1 and place[0] in judged)
    times = collections.Counter(each[3] for each in able)
    chance.shuffle(able)
    names, taken = collections.Counter(), []
    for half in ([each for each in able if times[each[3]] > 1], [each for each in able if times[each[3]] == 1]):
        here = 0
        for each in half:
            if here < int(count) // 2 and names[each[3]] < 2:
                names[each[3]] += 1
                here += 1
                taken.append(each)
    return taken


listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True).stdout.split("\n")
units = {}
for each in json.load(open(os.path.join(database, "compile_commands.json"))):
    path = os.path.relpath(os.path.realpath(os.path.join(each["directory"], each["file"])), root)
    units.setdefault(path, each)
texts = {path: open(os.path.join(root, path), encoding="utf-8", errors="replace", newline="").read() for path in listed if path in units or path.endswith(HEADERS)}
lines = {path: text.split("\n") for path, text in texts.items()}
done, errors = set(), 0
index = cindex.Index.create()
sys.setrecursionlimit(20_000)
for path in sorted(units):
    if path not in texts:
        continue
    words = (units[path].get("arguments") or units[path]["command"].replace('\\"', '"').split())[1:]
    arguments = [word for at, word in enumerate(words) if word not in ("-c", "-o") and words[at - 1] != "-o" and not word.endswith(os.path.basename(path))]
    os.chdir(units[path]["directory"])
    unit = index.parse(os.path.join(root, path), arguments, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
    bad = [str(each) for each in unit.diagnostics if each.severity >= 3]
    errors += bool(bad)
    print(path, len(bad), *bad[:1], file=sys.stderr)
    seen = set()
    paths.clear()
    visit(unit.cursor, done, 0, [])
    done |= seen
judged = {path for path in done if any(folder == "." or path.startswith(folder.rstrip("/") + "/") or path == folder for folder in folders)}
places = collections.defaultdict(list)
for path in sorted(judged):
    for row, line in enumerate(code_only(texts[path]).split("\n")):
        for found in re.finditer(r"[^\W\d]\w*", line):
            places[found.group()].append((path, row + 1, column_of(path, row + 1, len(line[: found.start()].encode()) + 1)))

facts = {"tool": "clang", "files": sorted(judged), "syntaxErrors": [], "declarations": [[*place, *each, 0] for place, each in sorted(declarations.items()) if place[0] in judged], "uses": []}
for each in pick():
    at, name = tuple(each[:3]), each[3]
    own = {leader(key) for key in bound[at]}
    related, queue = set(), [*bound[at], *own]
    known = collections.defaultdict(set)
    for one, others in overrides.items():
        known[leader(one)] |= {leader(other) for other in others}
    queue = [*own]
    while queue:
        for other in known[queue.pop()] - own - related:
            related.add(other)
            queue.append(other)
    refs, unjudged = {at: 0}, []
    for place in places[name]:
        keys = {leader(key) for key in bound.get(place, ())}
        if keys & own:
            refs.setdefault(place, 0 if keys <= own else 1)
        elif keys & related or (place in constructors and leader(constructors[place]) in own):
            refs[place] = 1
        elif not keys and place not in constructors:
            unjudged.append(place)
    facts["uses"].append({"at": at, "refs": [[*place, tier] for place, tier in sorted(refs.items())], "unjudged": unjudged})
print(f"{errors} units with errors", file=sys.stderr)
json.dump(facts, sys.stdout)
