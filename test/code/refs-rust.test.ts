/** References in Rust that depend on types, with the compiled binary. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

interface Use {
  line: number;
  column: number;
  kind: string;
  certainty: string;
}

function places(root: string, at: string): string[] {
  // The host has validated this against the output schema.
  const { uses } = callJig("code_refs_find", { at }, { cwd: root }).value as { uses: Use[] };
  return uses.map(
    ({ line, column, kind, certainty }) => `${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}

const CARGO = '[package]\nname = "a"\n';

test("Rust: the value of a block that ends with an `if` or a `match`, and of branches that return", () => {
  const root = scratch({
    "Cargo.toml": CARGO,
    "src/lib.rs": [
      "pub struct Row { pub size: u32 }",
      "fn f(a: bool, row: Row, other: Row) {",
      "    let one = if a { if a { row } else { other } } else { return; };",
      "    one.size;",
      "    let two = if a { return; } else { match a { true => row, false => other } };",
      "    two.size;",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "src/lib.rs:1:22"), ["1:22 declaration", "4:9 read", "6:9 read"]);
});

test("Rust: elements of iterators with a written type", () => {
  const root = scratch({
    "Cargo.toml": CARGO,
    "src/lib.rs": [
      "use std::collections::btree_map;",
      "pub struct Row { pub size: u32 }",
      "pub struct Table<'a, V> { map: std::collections::BTreeMap<&'a str, V> }",
      "impl<'a, V> Table<'a, V> {",
      "    fn values(&self) -> btree_map::Values<String, V> { self.map.values() }",
      "    fn iter(&self) -> btree_map::Iter<String, V> { self.map.iter() }",
      "}",
      "fn f(table: Table<Row>, rows: impl Iterator<Item = Row>) {",
      "    for row in table.values() { row.size; }",
      "    for (_, row) in table.iter() { row.size; }",
      "    rows.map(|row| row.size);",
      "    table.values().unknown().size;",
      "    table.values().count().size;",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "src/lib.rs:2:22"), [
    "2:22 declaration",
    "9:37 read",
    "10:40 read",
    "11:24 read",
    "12:30 read?",
  ]);
});

test("Rust: keys of a literal in the arguments of a macro", () => {
  const root = scratch({
    "Cargo.toml": CARGO,
    "src/lib.rs": [
      "pub mod kinds { pub enum Kind { Flat { size: u32 } } }",
      "pub struct Row { pub size: u32 }",
      "fn f(row: Row) {",
      "    check_matches!(row, Row { size: 1 });",
      "    check_matches!(row, kinds::Kind::Flat { size: _ });",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "src/lib.rs:2:22"), ["2:22 declaration", "4:31 read"]);
  assert.deepEqual(places(root, "src/lib.rs:1:40"), ["1:40 declaration", "5:45 read"]);
});

test("Rust: positions in patterns with `_` and `..`", () => {
  const root = scratch({
    "Cargo.toml": CARGO,
    "src/lib.rs": [
      "pub struct Row { pub size: u32 }",
      "pub struct Other { pub size: u32 }",
      "pub enum Kind { Pair(Other, Row) }",
      "fn f(all: (Other, Other, Row), kind: Kind, pairs: Vec<(Other, Row)>) {",
      "    let (_, _, a) = all;",
      "    let (.., b,) = all;",
      "    a.size + b.size;",
      "    let Kind::Pair(_, c) = kind;",
      "    c.size;",
      "    pairs.iter().fold(0, |_, (_, d)| d.size);",
      "}",
    ].join("\n"),
  });
  assert.deepEqual(places(root, "src/lib.rs:1:22"), [
    "1:22 declaration",
    "7:7 read",
    "7:16 read",
    "9:7 read",
    "10:40 read",
  ]);
  assert.deepEqual(places(root, "src/lib.rs:2:24"), ["2:24 declaration"]);
});
