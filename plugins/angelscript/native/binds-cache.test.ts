/** All layouts of Binds.Cache, its headers, and invalid files. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { headersByName, libraryOfBinds, readHeaders } from "./binds-cache.ts";
import { readBindsCache } from "./binds-layout.ts";

const int = (value: number): number[] => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
const string = (text: string): number[] =>
  text === "" ? int(0) : [...int(text.length + 1), ...[...text].map((char) => char.charCodeAt(0)), 0];

/** Layouts written by engines: `i` is a 4-byte number, `c` one byte, `s` a string, `b` a boolean. */
const LAYOUTS = {
  "today's": { magic: false, struct: "", property: "bbbbbsbb", method: "bbbbbcc" },
  "the community's": { magic: true, struct: "", property: "bbb", method: "bbbbbcc" },
  "2024's": { magic: false, struct: "", property: "bbbbbsbbb", method: "bbbbbi" },
  "2023's": { magic: false, struct: "", property: "bbbbbsbbi", method: "bbbbi" },
  "2020's": { magic: false, struct: "bbb", property: "bbbbbsbi", method: "bbbbi" },
  "2019's": { magic: false, struct: "bbb", property: "bbbbsbi", method: "bbbi" },
};
type Layout = (typeof LAYOUTS)[keyof typeof LAYOUTS];

function property(declaration: string, path: string, layout: Layout, accessor = ""): number[] {
  const parts = [...layout.property].flatMap((part) =>
    part === "s" ? string(accessor) : int(part === "i" ? 1048 : part === "b" ? 1 : 0),
  );
  return [...string(declaration), ...string(path), ...parts];
}

/** `flags`: static in Unreal, static in script, global, not a property, trivial. */
function method(
  declaration: string,
  flags: number[],
  target: string,
  layout: Layout,
  worldContext = -1,
  output = -1,
): number[] {
  const indices = [worldContext, output];
  const rest = [...flags];
  const parts = [...layout.method].flatMap((part) =>
    part === "b" ? int(rest.shift() ?? 0) : part === "c" ? [indices.shift()! & 255] : int(indices.shift()!),
  );
  return [...string(declaration), ...string("Unreal"), ...parts, ...string(target), ...string("")];
}

function cache(layout: Layout): Uint8Array {
  const magic = layout.magic ? [0x44, 0x42, 0x53, 0x41, ...int(1)] : [];
  const struct = [
    ...string("FThing"),
    ...string("/Script/A.Thing"),
    ...[...layout.struct].flatMap(() => int(1)),
    ...int(1),
    ...property("float64 X", "X", layout),
  ];
  const methods = [
    method("void Run(int Times = 3) const", [0, 0, 0, 1, 0], "", layout),
    method("float64 GetSpeed() const", [0, 0, 0, 0, 0], "", layout),
    method(
      "UObject Make(const UObject WorldContext, TSubclassOf<UObject> Class)",
      [1, 1, 0, 1, 0],
      "Maker",
      layout,
      0,
      0,
    ),
    method("bool IsNice(int Much)", [1, 0, 0, 1, 0], "UActor", layout),
    method("bool ShouldRun(int& __ANY_STRUCT_REF) const", [0, 0, 0, 1, 0], "", layout),
    method("not a declaration", [0, 0, 0, 0, 0], "", layout),
  ];
  const type = [
    ...string("UActor"),
    ...string("/Script/A.Actor"),
    ...int(methods.length),
    ...methods.flat(),
    ...int(3),
    ...property("UActor unresolved_object", "Owner", layout),
    ...property("", "bHidden", layout),
    ...property("const EMood&", "Mood", layout, "Mood"),
  ];
  return Uint8Array.from([...magic, ...int(1), ...struct, ...int(1), ...type]);
}

for (const [name, layout] of Object.entries(LAYOUTS))
  test(`readBindsCache() reads ${name} layout`, () => {
    const library = libraryOfBinds(readBindsCache(cache(layout)), new Map([["/Script/A.Actor", "Actor.h"]]));
    const actor = library.types.get("UActor");
    assert.deepEqual(
      actor?.members.map((member) => member.name),
      ["Owner", "bHidden", "Mood", "Run", "GetSpeed", "ShouldRun", "IsNice"],
    );
    assert.equal(actor?.header, "Actor.h");
    assert.equal(actor?.member("Mood")[0]?.type, "EMood");
    // Parameters that the engine supplies are hidden.
    assert.deepEqual(actor?.member("ShouldRun")[0]?.parameters, []);
    assert.equal(actor?.member("GetSpeed")[0]?.accessor, "get");
    assert.deepEqual(actor?.member("Run")[0]?.parameters, [{ name: "Times", type: "int", value: "3" }]);
    const make = library.namespaces.get("Maker")?.()[0];
    assert.deepEqual(
      make?.parameters?.map((parameter) => parameter.name),
      ["Class"],
    );
    assert.equal(library.types.get("FThing")?.members[0]?.type, "float64");
  });

test("readBindsCache() refuses what does not fit to the last byte", () => {
  const sound = cache(LAYOUTS["today's"]);
  for (const length of [0, 3, 7, 40, sound.length - 1]) assert.throws(() => readBindsCache(sound.slice(0, length)));
  assert.throws(() => readBindsCache(Uint8Array.from([...sound, 0])));
  assert.throws(() => readBindsCache(Uint8Array.from(int(0x7fffffff))));
});

test("readHeaders() reads pairs, also in UTF-16", () => {
  const wide = [...int(-3), 0xdc, 0, 0x58, 0, 0, 0];
  const headers = readHeaders(
    Uint8Array.from([...int(2), ...string("/Script/A.Actor"), ...string("A.h"), ...wide, ...string("B.h")]),
  );
  assert.deepEqual(
    [...headers],
    [
      ["/Script/A.Actor", "A.h"],
      ["ÜX", "B.h"],
    ],
  );
  assert.equal(headersByName(headers).get("Actor"), "A.h");
});
