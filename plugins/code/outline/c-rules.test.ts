/** Tests outlines of C and C++, including files that no grammar can read without repair. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf, outlineOf } from "../../../test/code/outline-lines.ts";
import { repairC } from "./c-repair.ts";
import { signatureOf } from "./outline-builder.ts";

test("C: prototypes, function pointers, anonymous structs, enums, bit fields, K&R, macros", async () => {
  const text = `#ifndef A_H
/* Adds. */
extern int add(int a, int b);
typedef int (*op_t)(int);
typedef struct { int x, *y; unsigned flag : 1; } point_t;
struct fwd;
struct node { struct node *next; union { int i; float f; } value; struct { int deep; }; };
static const char *const names[] = { "a", "b" };
int *(*table)(int), *find(int), (*pick(int))(int);
enum { RED, GREEN = 2 };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int old(a, b) int a; char *b; { int local; struct here { int z; } h; return 0; }
int main(void)
{
#define INNER 1
  return INNER;
}
#endif
`;
  assert.deepEqual(await linesOf("a.h", text), [
    ...["function add 3-3", "type op_t 4-4", "struct point_t 5-5", "field point_t/x 5-5", "field point_t/y 5-5"],
    ...["field point_t/flag 5-5", "struct node 7-7", "field node/next 7-7", "field node/value/i 7-7"],
    ...["field node/value/f 7-7", "field node/value 7-7", "field node/deep 7-7", "constant names 8-8"],
    ...[
      "variable table 9-9",
      "function find 9-9",
      "function pick 9-9",
      "enumMember RED 10-10",
      "enumMember GREEN 10-10",
    ],
    ...["macro MAX 11-11", "function old 12-12", "function main 13-17", "macro INNER 15-15"],
  ]);
  const { declarations } = await outlineOf("a.h", text);
  assert.equal(declarations[0]?.documentation, "Adds.");
  assert.equal(declarations[0] && signatureOf(text, declarations[0]), "extern int add(int a, int b);");
});

test("C++: namespaces, members out of line, operators, templates, specializations, friends, aliases", async () => {
  const text = `namespace a::b {
template <typename T> class Box final : public Base<T> {
 public:
  explicit Box(int n) : n_(n) {}
  virtual ~Box() = default;
  bool operator==(const Box&) const;
  operator bool() const { return true; }
  T operator [](int);
  static constexpr int N = 1;
  enum class E : int { one };
  friend class Other;
  friend bool same(Box, Box) { return true; }
  using value_type = T;
 private:
  int n_;
};
template <> struct Box<int> { int z; };
template class Box<char>;
int Box<int>::get() { return 1; }
void free_function();
}
void b::free_function() {}
extern "C" int plain(int);
template <class T> concept Q = true;
TEST(box, opens) { int x; }
`;
  assert.deepEqual(await linesOf("a.cc", text), [
    ...["namespace a 1-21", "namespace a/b 1-21", "class a/b/Box 2-16", "constructor a/b/Box/Box 4-4"],
    ...["method a/b/Box/~Box 5-5", "method a/b/Box/operator== 6-6", "method a/b/Box/operator bool 7-7"],
    ...[
      "method a/b/Box/operator[] 8-8",
      "constant a/b/Box/N 9-9",
      "enum a/b/Box/E 10-10",
      "enumMember a/b/Box/E/one 10-10",
    ],
    ...["function a/b/same 12-12", "type a/b/Box/value_type 13-13", "field a/b/Box/n_ 15-15", "struct a/b/Box 17-17"],
    ...["field a/b/Box/z 17-17", "method a/b/Box/get 19-19", "function a/b/free_function 20-20"],
    ...["function b/free_function 22-22", "function plain 23-23", "type Q 24-24", "class box_opens_Test 25-25"],
  ]);
});

test("macros in place of attributes, declarations and conditions do not hide what is around them", async () => {
  const text = `BEGIN_DECLS
API_EXTERN Code easy_init(void) NOEXCEPT PRINTF(1, 2);
DEPRECATED(7.1, "x") API_EXTERN const char *name(Code);
struct PACKED wire { int a ALIGNED(4); BIT(on); };
enum opt { OPT(OPT_A, LONG, 1), OPT_B DEPRECATED("x") = 2,
#ifdef MORE
  OPT_C,
#endif
  OPT_LAST };
#ifdef __cplusplus
extern "C" {
#endif
#ifdef A
static int both(int a)
#else
static int both(void)
#endif
{
  if (a
#ifdef B
      && b
#endif
  ) { return (int)MAXIMUM; }
  EXPECT_THROW(throw 1, int);
}
#ifdef __cplusplus
}
#endif
END_DECLS
int last UNUSED;
`;
  const { declarations, unread } = await outlineOf("a.c", text);
  assert.deepEqual(
    declarations.map(({ name }) => name),
    ["easy_init", "name", "wire", "a", "opt", "OPT_A", "OPT_B", "OPT_C", "OPT_LAST", "both", "last"],
  );
  assert.equal(unread, 0);
  const cpp = `namespace n {
class API_EXPORT Shape : public Base {
  API_EXPORT Shape(int) CONST_NOEXCEPT;
  template <class T, ENABLE_IF(sizeof(T) > 1)> API_EXPORT void draw(T x UNUSED) { if CONSTEXPR (x) {} TRY { y(); } CATCH(...) {} }
  enum : unsigned { mask = 1 };
};
}
`;
  const names = (await outlineOf("a.hpp", cpp)).declarations.map(({ name }) => name);
  assert.deepEqual(names, ["n", "Shape", "Shape", "draw", "mask"]);
  const outside = `namespace n {
template <class T>
BOX_INLINE Box<T>::Box(int size) : size_(size) {}
BOX_INLINE n::Box<T>::~Box() {}
void BOX_INLINE Box<T>::open() {}
}
void last() {}
`;
  const told = (await outlineOf("b.hpp", outside)).declarations.map(({ name, containers }) =>
    [...containers, name].join("."),
  );
  assert.deepEqual(told, ["n", "n.Box.Box", "n.n.Box.~Box", "n.Box.open", "last"]);
});

test("C++: typename in an expression does not hide what follows", async () => {
  const text = `class A {
  template <typename T, typename U = typename T::type> void add(typename T::item item) {
    if (b(item)) { push(typename T::item(c(item))); } else { push(typename Map<T, int>::item{1}); }
  }
  int after(int a) { return a; }
};
`;
  const names = (await outlineOf("a.hpp", text)).declarations.map(({ name }) => name);
  assert.deepEqual(names, ["A", "add", "after"]);
  const repaired = repairC(text, true).split("\n");
  assert.equal(repaired[1], text.split("\n")[1]);
  assert.match(repaired[2] ?? "", /push\( +T::item\(c\(item\)\)\)/);
});

test("C++: constructors of a class in capitals, outside of it", async () => {
  const text = `namespace n {
class DFA { DFA(int kind); ~DFA(); };
DFA::DFA(int kind) : kind_(kind) {}
DFA::~DFA() {}
BEGIN_LIST(DFA) {}
}
`;
  assert.deepEqual(await linesOf("a.cc", text), [
    ...["namespace n 1-6", "class n/DFA 2-2", "constructor n/DFA/DFA 2-2", "method n/DFA/~DFA 2-2"],
    ...["constructor n/DFA/DFA 3-3", "method n/DFA/~DFA 4-4"],
  ]);
});

test("names in capitals are variables, brackets are declarators, the end of a function may be lost", async () => {
  const text = `static const type_t LIMITS = {1};
extern const type_t TABLE[4], NEXT[2];
struct item FIRST = {1};
API_EXTERN type_t (*API_open)(int a) API_ATTR;
API_EXTERN type_t *(API_close)(int a);
clock_type (*now)(void) = NULL;
static const type_t ONE = {1}, __attribute__((deprecated)) TWO = {2};
static int first(void) {
  say("a" QUOTED("b") " c");
  if (a) { call(+; x
}
static int second(void) { int local; return 1; }
int third;
`;
  const { declarations } = await outlineOf("a.c", text);
  assert.deepEqual(
    declarations.map(({ name }) => name),
    [
      ...["LIMITS", "TABLE", "NEXT", "FIRST", "API_open", "API_close", "now", "ONE", "TWO"],
      ...["first", "second", "third"],
    ],
  );
});

test("macros between a type and its name, as a type, and in the head of an enum", async () => {
  const text = `void printflike(1, 2) fatal(const char *, ...);
static const char *printflike(1, 2)
reason(const char *format, ...)
{
  return format;
}
typedef void (*done_cb)(struct job *);
struct item {
  TAILQ_ENTRY(item) entry;
  TAILQ_HEAD(, item) items, others;
  RB_ENTRY(item) sides[2];
};
static TAILQ_HEAD(, item) all = TAILQ_HEAD_INITIALIZER(all);
enum kind BASE(unsigned char) { none, left };
enum kind pick(enum kind all) { int local; return none; }
`;
  assert.deepEqual(await linesOf("a.c", text), [
    ...["function fatal 1-1", "function reason 2-6", "type done_cb 7-7", "struct item 8-12", "field item/entry 9-9"],
    ...["field item/items 10-10", "field item/others 10-10", "field item/sides 11-11", "variable all 13-13"],
    ...["enum kind 14-14", "enumMember kind/none 14-14", "enumMember kind/left 14-14", "function pick 15-15"],
  ]);
  const cpp = `namespace n {
inline null<> localtime NO_MACRO(...) { return null<>(); }
FOREACH(x) count(x);
}
`;
  assert.deepEqual(await linesOf("a.cc", cpp), ["namespace n 1-4", "function n/localtime 2-2"]);
});

test("words of a header between a type and the name of a function are attributes, whatever their case", async () => {
  const text = `static int
internal_function
first (int a)
{
  return a;
}
static node_t *
internal_function
second (node_t *a) internal_function;
static code_t
internal_function
third (int a)
{
  return a;
}
static inline node_t *
__attribute ((always_inline)) internal_function
fourth (node_t *a)
{
  return a;
}
int
other_word
# ifdef WIDE
fifth (int a, int b)
# else
fifth (int a)
# endif
{
  return a;
}
char *
weak_word
sixth (s)
     const char *s;
{
  return s;
}
static inline khint_t __hash(const char *s)
{
  return 0;
}
static inline FORMAT(1) FORMAT(2)
const char *seventh(const char *a, const char *b)
{
  return a;
}
`;
  const lines = await linesOf("a.c", text);
  assert.deepEqual(
    lines.map((line) => line.replace(/ \d.*/, "")),
    [
      ...["function first", "function second", "function third", "function fourth", "function fifth", "function sixth"],
      ...["function __hash", "function seventh"],
    ],
  );
  const third = repairC(text, false).split("\n").slice(9, 12);
  assert.deepEqual(third, ["static code_t", "                 ", "third (int a)"]);
});

test("enumerators that macros make are in their enum, wherever they are written", async () => {
  const text = `#define AS_ENUM(name, text) name,
#define FRUITS(X) \\
  X(APPLE, "apple") \\
  X(PEAR, "pear")
enum fruit { NONE, FRUITS(AS_ENUM) FRUIT_COUNT };
#define AS_KIND(name, text) KIND_##name = 2,
enum kind { FRUITS(AS_KIND) KIND_LAST };
#define SHARED ONE, TWO
enum number { ZERO, SHARED, FOUR = LIMIT(4) };
#undef AS_ENUM
#define AS_ENUM(type, name) name,
enum color { AS_ENUM(int, RED) AS_ENUM(long, BLUE) };
enum { OTHER(GREEN) OTHER(WHITE) };
`;
  const { declarations } = await outlineOf("a.c", text);
  const members = declarations.flatMap(({ kind, name, containers, nameLine }) =>
    kind === "enumMember" ? [`${[...containers, name].join("/")} ${nameLine}`] : [],
  );
  assert.deepEqual(members.sort(), [
    ...["GREEN 13", "WHITE 13", "color/BLUE 12", "color/RED 12", "fruit/APPLE 3", "fruit/FRUIT_COUNT 5"],
    ...["fruit/NONE 5", "fruit/PEAR 4", "kind/KIND_LAST 7", "number/FOUR 9", "number/ONE 8", "number/TWO 8"],
    "number/ZERO 9",
  ]);
  assert.equal(declarations.filter(({ kind }) => kind === "macro").length, 5);
});

test("names that macros of the same file declare", async () => {
  const text = `#define HANDLER(name) static int name(void *context)
#define GLUED(name) int made_##name(void) { return 1; }
#define STATE(type, name) type name = 0
#define CHECK(x) do { if (!(x)) abort(); } while (0)
#define BIT(func, op) static int func(int a) { return a op 1; }
HANDLER(opens)
{
  int local;
  STATE(int, inner);
  CHECK(local);
}
HANDLER(closes);
GLUED(none)
STATE(long, count);
BIT(both, &=)
struct box { STATE(char, letter); };
TAILQ_HEAD(queue, item);
static RB_HEAD(tree, item) root = RB_INITIALIZER(&root);
LIST_HEAD(plain);
`;
  const { declarations } = await outlineOf("a.c", text);
  assert.deepEqual(
    declarations.flatMap(({ kind, name, containers, startLine, endLine }) =>
      kind === "macro" ? [] : [`${kind} ${[...containers, name].join("/")} ${startLine}-${endLine}`],
    ),
    [
      ...["function opens 6-11", "function closes 12-12", "variable count 14-14", "function both 15-15"],
      ...["struct box 16-16", "field box/letter 16-16", "struct queue 17-17", "variable root 18-18"],
      "struct tree 18-18",
    ],
  );
});

test("names that macros of headers declare after static", async () => {
  const text = `static PATH_FUNC(path_of_log, "log")
static inline GETTER(int, size_of, LIMIT)
static LIST_HEAD(all_jobs);
static DEFINE_MUTEX(never_used);

static PATH_FUNC(path_of_file, FILE_NAME)

static void run(void)
{
  path_of_file();
}
/*
static PATH_FUNC(path_of_none, "none") path_of_none();
*/
static RB_HEAD(tree_of_jobs, job) tree;
int main(void)
{
  return open(path_of_log()) + size_of(1) + list(&all_jobs, &tree, path_of_none());
}
`;
  assert.deepEqual((await linesOf("a.c", text)).sort(), [
    ...["function main 16-19", "function path_of_file 6-6", "function path_of_log 1-1", "function run 6-11"],
    ...["function size_of 2-2", "struct tree_of_jobs 15-15", "variable all_jobs 3-3", "variable tree 15-15"],
  ]);
});

test("a file that is only a list for others to include declares what it lists", async () => {
  const list = "/* All. */\nOP(LOADK, CONSTANT, 1)\nOP(DUP, NONE, 1)\n\nOP(POP, NONE, 1)\n";
  assert.deepEqual(await linesOf("opcodes.h", list), ["constant LOADK 2-2", "constant DUP 3-3", "constant POP 5-5"]);
  assert.deepEqual(await linesOf("some.c", `#include "a.h"\n${list}`), []);
  assert.deepEqual(await linesOf("calls.h", "RUN(one);\nRUN(two);\nRUN(three);\n"), []);
});

test("long runs of what repeats are read in one pass", async () => {
  for (const part of [
    "FOO ",
    "FOO(a) ",
    "A(",
    "a<",
    "a::",
    "{",
    "enum{",
    "#if x\n{\n",
    "#if x\n(\n#else\n(\n",
    "}])",
    "][",
  ])
    assert.equal(repairC(part.repeat(40_000), true).length, part.length * 40_000, part);
});

test("names that macros make are found beside thousands of brackets that never close", async () => {
  const uses = Array.from({ length: 300 }, (_, at) => `M(s${at}, f${at});`).join("\n");
  const text = `#define M(a, b) struct a { int b; }\n${uses}\n${"M(".repeat(3000)}\n`;
  const names = (await outlineOf("a.c", text)).declarations.map(({ name }) => name);
  assert.deepEqual([names.includes("s0"), names.includes("s299"), names.includes("M")], [true, true, true]);
});

test("of branches that share a brace, the one for Windows alone is left out", async () => {
  const text = `#ifdef WIN32
int wmain(int argc) { return umain(argc); }
int umain(int argc) {
#else /*}*/
int main(int argc) {
#endif
  return argc;
}
`;
  const { declarations } = await outlineOf("a.c", text);
  assert.deepEqual(
    declarations.map(({ name }) => name),
    ["main"],
  );
});

test("C++: a macro in place of `private` hides neither its section nor the rest of the class", async () => {
  const text = `class Part {
  PRIVATE_UNLESS_TESTED:
    using size = int;
  API_PROTECTED:
    size first = (limits<size>::min)();
  Q_SIGNALS:
    API void changed(int);
  public:
    template <typename T> T get() const noexcept(noexcept(T::from(declare<T>()))) { return T(); }
    DWORD flags : 3;
  PRIVATE_UNLESS_TESTED:
};
int f(int x) {
  switch (x) { case FIRST: default: { int inner; } }
DONE:
  return x ? ONE : TWO;
}
`;
  assert.deepEqual(await linesOf("a.hpp", text), [
    ...["class Part 1-12", "type Part/size 3-3", "field Part/first 5-5", "method Part/changed 7-7"],
    ...["method Part/get 9-9", "field Part/flags 10-10", "function f 13-17"],
  ]);
});
