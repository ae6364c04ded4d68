/** Both layouts of Binds.Cache, its headers, and files that are none. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { headersByName, libraryOfBinds, readBindsCache, readHeaders } from "./binds-cache.ts";

const int = (value: number): number[] => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255];
const string = (text: string): number[] =>
  text === "" ? int(0) : [...int(text.length + 1), ...[...text].map((char) => char.charCodeAt(0)), 0];

function property(declaration: string, path: string, community: boolean): number[] {
  const head = [...string(declaration), ...string(path)];
  if (community) return [...head, ...int(1), ...int(1), ...int(0)];
  return [...head, ...[1, 1, 1, 0, 0].flatMap(int), ...string(""), ...int(0), ...int(0)];
}

/** `flags`: static in Unreal, static in script, global, not a property, trivial. */
function method(declaration: string, flags: number[], target: string, worldContext = -1, output = -1): number[] {
  const head = [...string(declaration), ...string("Unreal"), ...flags.flatMap(int)];
  return [...head, worldContext & 255, output & 255, ...string(target), ...string("")];
}

function cache(community: boolean): Uint8Array {
  const magic = community ? [0x44, 0x42, 0x53, 0x41] : [];
  const struct = [
    ...string("FThing"),
    ...string("/Script/A.Thing"),
    ...int(1),
    ...property("float64 X", "X", community),
  ];
  const methods = [
    method("void Run(int Times = 3) const", [0, 0, 0, 1, 0], ""),
    method("float64 GetSpeed() const", [0, 0, 0, 0, 0], ""),
    method("UObject Make(const UObject WorldContext, TSubclassOf<UObject> Class)", [1, 1, 0, 1, 0], "Maker", 0, 0),
    method("bool IsNice(int Much)", [1, 0, 0, 1, 0], "UActor"),
    method("not a declaration", [0, 0, 0, 0, 0], ""),
  ];
  const type = [
    ...string("UActor"),
    ...string("/Script/A.Actor"),
    ...int(methods.length),
    ...methods.flat(),
    ...int(1),
    ...property("", "bHidden", community),
  ];
  return Uint8Array.from([...magic, ...(community ? int(1) : []), ...int(1), ...struct, ...int(1), ...type]);
}

for (const community of [false, true])
  test(`readBindsCache() reads ${community ? "the community's" : "the engine's"} layout`, () => {
    const library = libraryOfBinds(readBindsCache(cache(community)), new Map([["/Script/A.Actor", "Actor.h"]]));
    const actor = library.types.get("UActor");
    assert.deepEqual(
      actor?.members.map((member) => member.name),
      ["bHidden", "Run", "GetSpeed", "IsNice"],
    );
    assert.equal(actor?.header, "Actor.h");
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
  const sound = cache(false);
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
