/** References in C and C++ with the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

interface Found {
  uses: { path: string; line: number; column: number; kind: string; certainty: string }[];
  other: number;
}

function refs(root: string, input: object): Found {
  return callJig("code_refs_find", input, { cwd: root }).value as Found;
}

/** Each use as `path:line:column kind`, with `?` if it's only possible. */
function places(root: string, input: object): string[] {
  return refs(root, input).uses.map(
    ({ path, line, column, kind, certainty }) =>
      `${path}:${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}

test("C: includes, file scope, macros, members by written types", () => {
  const root = scratch({
    "api.h": `#ifndef API_H
#define API_H
#define LIMIT 10
#define API_EXTERN __attribute__((visibility("default")))
typedef struct item {
  int size;
  struct item *next;
} item_t;
enum color { RED, BLUE };
API_EXTERN int run(struct item *first, int size);
extern int total;
#endif
`,
    "api.c": `#include "api.h"
int total = 0;
static int helper(int size) { return size + LIMIT; }
int run(struct item *first, int size) {
  item_t copy = { .size = size };
  for (struct item *at = first; at; at = at->next) copy.size += at->size;
  total = copy.size;
  return helper(size) + (int)RED;
}
`,
    "other.c": `#include <stdio.h>
#include "api.h"
static int helper(void) { return 1; }
struct other { int size; };
#define CALL(x) run(x, 1)
int main(void) {
  struct other o; struct item i; int run2 = 0;
  o.size = helper(); i.size = LIMIT;
  { int total = 2; run2 = total; }
  printf("run %d", total);
  return run(&i, BLUE) + CALL(&i);
}
`,
    "far.c": `int far(void) { int helper = 3; return helper + unknown()->size; }
`,
  });
  assert.deepEqual(places(root, { name: "run" }), [
    ...["api.c:4:5 declaration", "api.h:10:16 declaration", "other.c:11:10 call"],
    // Macros are resolved where they're used.
    "other.c:5:17 read?",
  ]);
  assert.deepEqual(places(root, { name: "item/size" }), [
    ...["api.c:5:20 write", "api.c:6:57 write", "api.c:6:69 read", "api.c:7:16 read", "api.h:6:7 declaration"],
    ...["other.c:8:24 write", "far.c:1:60 read?"],
  ]);
  assert.deepEqual(places(root, { name: "api.c#helper" }), ["api.c:3:12 declaration", "api.c:8:10 call"]);
  assert.deepEqual(places(root, { name: "LIMIT" }), ["api.c:3:45 read", "api.h:3:9 declaration", "other.c:8:31 read"]);
  assert.deepEqual(places(root, { at: "api.h:3:9" }), places(root, { name: "LIMIT" }));
  // The local variable with this name is a different symbol.
  const { uses, other } = refs(root, { name: "total" });
  assert.deepEqual([uses.length, other], [4, 2]);
});

test("C++: members by class and base, names with a scope, overloads", () => {
  const root = scratch({
    "box.hpp": `#pragma once
namespace shapes {
class Base { public: int area() const; int id; };
class Box : public Base {
 public:
  Box(int n);
  int width() const { return n_; }
  int over(int a);
  int over(int a, int b);
 private:
  int n_;
};
}
`,
    "box.cpp": `#include "box.hpp"
namespace shapes {
Box::Box(int n) : n_(n) {}
int Base::area() const { return id; }
int Box::over(int a) { return this->width() + a; }
}
int use(shapes::Box &b, const shapes::Base *p) {
  auto *q = new shapes::Box(1);
  shapes::Box c(2);
  return b.width() + p->area() + q->width() + c.area() + b.over(1) + c.id;
}
`,
  });
  assert.deepEqual(places(root, { name: "Box/width" }), [
    ...["box.cpp:5:37 call", "box.cpp:10:12 call", "box.cpp:10:37 call", "box.hpp:7:7 declaration"],
  ]);
  assert.deepEqual(places(root, { name: "Base/area", kind: "call" }), ["box.cpp:10:25 call", "box.cpp:10:49 call"]);
  assert.deepEqual(places(root, { name: "Box/over", kind: "call" }), ["box.cpp:10:60 call"]);
  assert.deepEqual(places(root, { at: "box.hpp:9:7", kind: "call" }), []);
  assert.deepEqual(places(root, { name: "Box/n_" }), [
    ...["box.cpp:3:19 read", "box.hpp:7:30 read", "box.hpp:11:7 declaration"],
  ]);
  assert.deepEqual(places(root, { name: "Base/id", kind: "read" }), ["box.cpp:4:33 read", "box.cpp:10:72 read"]);
});

test("C++: a function, its definition elsewhere and each part of a namespace are one symbol", () => {
  const root = scratch({
    "log.hpp": `#include <string>
namespace log {
class Sink;
void write(const std::string &text, int level = 0);
class Sink { public: void put(::std::string text) const; void put(std::string text); static int count; };
}
`,
    "log.cpp": `#include "log.hpp"
// The definition.
void log::write(const std::string& line, int level) { Sink sink; }
namespace log {
int Sink::count = 0;
void Sink::put(std::string text) const { write(text, 1); }
void Sink::put(std::string text) {}
}
`,
    "main.cpp": `#include "log.hpp"
using log::write;
namespace log { class Later {}; }
int main() { int log = 0; log::write("a"); write("b"); log::Sink *sink = nullptr; return log; }
`,
    "far.cpp": "void write(int fd) {}\nvoid far() { write(1); }\n",
  });
  const write = ["log.cpp:3:11 declaration", "log.cpp:6:42 call", "log.hpp:4:6 declaration", "main.cpp:2:12 read"];
  const calls = ["main.cpp:4:32 call", "main.cpp:4:44 call?"];
  assert.deepEqual(places(root, { at: "log.hpp:4:6" }).sort(), [...write, ...calls].sort());
  // Works from the definition and from a use too.
  assert.deepEqual(places(root, { at: "log.cpp:3:11" }).sort(), [...write, ...calls].sort());
  assert.deepEqual(places(root, { at: "log.hpp:2:11", kind: "declaration" }), [
    ...["log.cpp:4:11 declaration", "log.hpp:2:11 declaration", "main.cpp:3:11 declaration"],
  ]);
  // One of the overloads is const.
  assert.deepEqual(places(root, { at: "log.hpp:5:27" }), ["log.cpp:6:12 declaration", "log.hpp:5:27 declaration"]);
  // Includes the forward declaration.
  assert.ok(places(root, { at: "log.hpp:5:7" }).includes("log.hpp:3:7 type"));
  assert.ok(places(root, { at: "log.hpp:5:7" }).includes("main.cpp:4:61 type"));
});

test("C++: parameters of templates hide names, arguments of a local's constructor may look like types", () => {
  const root = scratch({
    "part.hpp": `#pragma once
struct Part { int size; };
template <class Part> using Alias = Holder<Part>;
template <typename T> struct Box { T held; int cost() { return held.size; } };
template <> struct Box<int> { int cost() { return 1; } };
constexpr int limit = 4;
int make();
`,
    "main.cpp": `#include "part.hpp"
int use(Box<int> &box, Part part) {
  Part other(limit);
  Part third(make());
  return part.size + box.cost();
}
`,
  });
  assert.deepEqual(places(root, { name: "Part" }), [
    ...["main.cpp:2:24 type", "main.cpp:3:3 type", "main.cpp:4:3 type", "part.hpp:2:8 declaration"],
  ]);
  assert.deepEqual(places(root, { name: "limit" }), ["main.cpp:3:14 type", "part.hpp:6:15 declaration"]);
  assert.deepEqual(places(root, { name: "make" }), ["main.cpp:4:14 type", "part.hpp:7:5 declaration"]);
  // Template parameters have unknown types, so we can't tell which specialization is used.
  assert.deepEqual(places(root, { name: "Part/size" }), [
    ...["main.cpp:5:15 read", "part.hpp:2:19 declaration", "part.hpp:4:69 read?"],
  ]);
  assert.deepEqual(places(root, { at: "part.hpp:4:48" }), ["part.hpp:4:48 declaration", "main.cpp:5:26 call?"]);
});
