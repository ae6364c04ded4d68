"""
Compares the declarations that judge-outline.ts wrote of a tree in C or C++ with those of clang's syntax tree:
`python3 test/code/judge-c.py ROOT ROWS [--show N] [-- clang's arguments]`. Needs the Python package libclang, or clang.cindex and
LIBCLANG=path/to/libclang.so of an installed clang, whose own headers are then found.

Only what stands in the text counts, an argument of a macro among it: a declaration whose name the body of a macro makes is neither missed
nor invented, and so is one in a branch that clang leaves out. Files that clang reads with an error are not judged.
"""
import collections, ctypes, json, os, pickle, re, sys

import clang.cindex as cindex
from clang.cindex import CursorKind as K, TranslationUnit

if "LIBCLANG" in os.environ:
    cindex.Config.set_library_file(os.environ["LIBCLANG"])
own, clang_arguments = sys.argv[1:], []
if "--" in own:
    clang_arguments = own[own.index("--") + 1 :]
    own = own[: own.index("--")]
show = int(own[own.index("--show") + 1]) if "--show" in own else 0
root, rows_path = os.path.realpath(own[0]), own[1]

TYPES = {K.STRUCT_DECL: "struct", K.UNION_DECL: "struct", K.CLASS_DECL: "class", K.CLASS_TEMPLATE: "class", K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION: "class", K.ENUM_DECL: "enum"}
OTHERS = {
    K.FUNCTION_DECL: "function", K.FUNCTION_TEMPLATE: "function", K.CXX_METHOD: "method", K.CONSTRUCTOR: "constructor", K.DESTRUCTOR: "method", K.CONVERSION_FUNCTION: "method",
    K.FIELD_DECL: "field", K.VAR_DECL: "variable", K.TYPEDEF_DECL: "type", K.TYPE_ALIAS_DECL: "type", K.TYPE_ALIAS_TEMPLATE_DECL: "type", K.ENUM_CONSTANT_DECL: "enum-member",
    K.NAMESPACE: "namespace", K.NAMESPACE_ALIAS: "namespace", K.MACRO_DEFINITION: "macro",
}
THROUGH = {K.LINKAGE_SPEC, K.UNEXPOSED_DECL, K.FRIEND_DECL}


class SourceRangeList(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


library = cindex.conf.lib
library.clang_getSkippedRanges.restype = ctypes.POINTER(SourceRangeList)
library.clang_getSkippedRanges.argtypes = [TranslationUnit, ctypes.c_void_p]


library.clang_getFileLocation.argtypes = [cindex.SourceLocation, ctypes.POINTER(ctypes.c_void_p), *[ctypes.POINTER(ctypes.c_uint)] * 3]


def place_of(cursor):
    """Line and column of the name: of a macro's argument where it is written, or else of the macro's use."""
    file, line, column, offset = ctypes.c_void_p(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    library.clang_getFileLocation(cursor.location, ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset))
    return line.value, column.value


def name_of(cursor):
    text = cursor.spelling
    if cursor.kind in (K.CONSTRUCTOR, K.FUNCTION_TEMPLATE, K.DESTRUCTOR) or text.startswith("operator"):
        text = re.sub(r"^(~?\w+)<.*$", r"\1", text) if not text.startswith("operator") else text
    if cursor.kind == K.CONVERSION_FUNCTION:
        return "operator"
    return re.sub(r"\s+", "", text)


def name_told(name):
    """Clang writes the type of a conversion in its own words."""
    return "operator" if re.match(r"operator\s+(?!new|delete|co_await)[\w:]", name) else re.sub(r"\s+", "", name)


def judge(path, arguments):
    """Declarations by (line, name), lines that are not judged, and whether clang reports an error."""
    unit = TranslationUnit.from_source(path, arguments, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | TranslationUnit.PARSE_SKIP_FUNCTION_BODIES)
    found, unjudged = {}, set()

    def is_here(cursor):
        file = cursor.location.file
        return file is not None and file.name == path

    def visit(cursor, depth):
        for child in cursor.get_children():
            if depth == 0 and not is_here(child):
                continue
            kind = child.kind
            if kind == K.MACRO_INSTANTIATION:
                unjudged.update((line, "*") for line in range(child.extent.start.line, child.extent.end.line + 1))
            if kind == K.NAMESPACE and not child.spelling:
                visit(child, depth + 1)
                continue
            if kind in TYPES:
                if child.is_definition():
                    if child.spelling and "(" not in child.spelling:
                        line, column = place_of(child)
                        found.setdefault((line, name_of(child)), (TYPES[kind], column))
                    visit(child, depth + 1)
            elif kind in OTHERS:
                if child.spelling and not (kind == K.FIELD_DECL and "(" in child.spelling):
                    line, column = place_of(child)
                    found.setdefault((line, name_of(child)), (OTHERS[kind], column))
                if kind == K.NAMESPACE:
                    visit(child, depth + 1)
                elif kind in (K.VAR_DECL, K.FIELD_DECL, K.TYPEDEF_DECL):
                    continue
            elif kind in THROUGH:
                visit(child, depth + 1)

    visit(unit.cursor, 0)
    file = cindex.File.from_name(unit, path)
    skipped = library.clang_getSkippedRanges(unit, file)
    for at in range(skipped.contents.count):
        each = skipped.contents.ranges[at]
        unjudged.update((line, "") for line in range(each.start.line, each.end.line + 1))
    errors = [each.spelling for each in unit.diagnostics if each.severity >= 3]
    return found, unjudged, errors


def apart(path, arguments):
    """The same in a process of its own, for clang's library dies of some files."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        with os.fdopen(writer, "wb") as out:
            pickle.dump(judge(path, arguments), out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        data = answer.read()
    os.waitpid(child, 0)
    try:
        return pickle.loads(data)
    except (EOFError, pickle.UnpicklingError):
        return {}, set(), ["clang died"]


def main():
    told = collections.defaultdict(list)
    for line in open(rows_path):
        row = json.loads(line)
        told[row["path"]].append(row)
    total, found_count, invented_of, invented_count = 0, 0, 0, 0
    missed, invented, with_errors, files = [], [], 0, 0
    for path in sorted(told):
        ending = os.path.splitext(path)[1]
        if ending not in (".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".inc"):
            continue
        absolute = os.path.join(root, path)
        source = open(absolute, encoding="utf8", errors="replace").read().split("\n")
        gold, unjudged, errors = apart(absolute, clang_arguments)
        files += 1
        if errors:
            with_errors += 1
            if show:
                print("  error", path, errors[0])
            continue
        rows = {(row["line"], name_told(row["name"])) for row in told[path]}
        skipped = {line for line, what in unjudged if what == ""}
        expanded = {line for line, what in unjudged if what == "*"}
        for (line, name), (kind, column) in gold.items():
            text = source[line - 1] if line <= len(source) else ""
            # Another text is there: the declaration is in a macro, or its name is an argument of one.
            if not re.sub(r"\s+", "", text.encode()[column - 1 :].decode(errors="replace")).startswith(name):
                continue
            total += 1
            if (line, name) in rows:
                found_count += 1
            elif any((near, name) in rows for near in (line - 1, line + 1)):
                found_count += 1
            else:
                missed.append((path, line, kind, name, text.strip()[:110]))
        for row in told[path]:
            if row["line"] in skipped:
                continue
            invented_of += 1
            name = name_told(row["name"])
            if any((near, name) in gold for near in (row["line"], row["line"] - 1, row["line"] + 1)):
                continue
            if row["line"] in expanded and row["kind"] != "macro":
                continue
            invented.append((path, row["line"], row["kind"], row["name"], source[row["line"] - 1].strip()[:110]))
    print(f"{files} files, {with_errors} with errors of clang")
    print(f"found {found_count} of {total} ({100 * found_count / max(1, total):.2f} %), invented {len(invented)} of {invented_of} ({100 * len(invented) / max(1, invented_of):.2f} %)")
    for title, each in (("missed", missed), ("invented", invented)):
        print(title, collections.Counter(kind for _, _, kind, _, _ in each).most_common())
        for row in each[:: max(1, len(each) // show)] if show else []:
            print("  ", *row)


main()
