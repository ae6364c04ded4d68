/** Tests uses of types and members that are declared only in an assembly, as the index thread returns them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";
import { nearLibrary } from "../../../test/csharp/near-library.ts";
import type { ReferenceQuery } from "./requests/requests.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Any = any;

const FILES = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 2022.3.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  "Assets/Plugins/Near.dll": nearLibrary(),
  "Assets/Plugins/Copy/Near.dll": nearLibrary(),
  "Assets/Use.cs": `using Near.Building;
using Near.Extensions;
class Use : Rules<int> {
  void Calls(Builder b, IServices s, Else e) { b.Named(""); e.Named(""); b.Services.AddThings(); s.AddThings(1); }
  void Unknown() { var q = q; q.Named(""); var n = q.Named; Named(""); Far.Thing.Named(""); q.Named<int>(); }
  void Own() { Must(null); this.Must(null); Made(); }
  void Nested(Outer o, Outer.Inner i, Outer.Kind k, Kind c) { var m = i.Made; var f = o.First; var w = i.Which; var x = c.Sort; }
}
class Else { public Else Named(string name) => this; }
`,
  "Assets/Elsewhere.cs": `using Other.Building;
class Elsewhere { void M(Builder b, Near.Building.Builder c) { b.Named(""); c.Named(""); "".AddThings(); } }
`,
  "Assets/Alias.cs":
    'using B = Near.Building.Builder; using Near.Building; class Alias { B b; Builder c; Near.Building.Builder d; void M() { b.Named(""); } }\n',
  "Assets/Within.cs": 'namespace Near.Building.Deeper { class Within { Builder b; void M() { b.Named(""); } } }\n',
};

const index = indexForAll(FILES);

async function uses(name: string, more: Partial<ReferenceQuery>): Promise<string[]> {
  const query = queryFor(name, more);
  const page = { pageSize: 1000, counts: "matches" as const, perFile: 1000, startAfter: "" };
  const paths = Object.keys(FILES).flatMap((file) => (file.endsWith(".cs") ? [index.path(file)] : []));
  const answer: Any = await index.ask({ op: "refs", query, page, snippetContext: 0, candidates: paths } as Any);
  note = answer.note ?? "";
  return answer.files.flatMap(({ display, references }: Any) =>
    references.map(
      ({ line, column, kind, certainty }: Any) => `${display.slice(7)}:${line}:${column} ${kind} ${certainty}`,
    ),
  );
}
/** The note in the last answer. */
let note = "";

describe("members", () => {
  test("of a class: certain where its type is known, possible where nothing is known of what stands in front", async () => {
    const all = [
      "Alias.cs:1:123 call certain",
      "Elsewhere.cs:2:79 call certain",
      "Use.cs:4:50 call certain",
      "Use.cs:5:33 call possible",
      "Use.cs:5:54 read possible",
      "Use.cs:5:82 call possible",
      "Use.cs:5:95 call possible",
      "Within.cs:1:73 call certain",
    ];
    assert.deepEqual(await uses("Named", { container: "Builder" }), all);
    assert.equal(note, "Near.Building.Builder.Named has no source here, according to a package's assembly");
    assert.deepEqual(await uses("Named", { container: "Near.Building/Builder" }), all);
    assert.deepEqual(await uses("Named", { container: "Building.Builder" }), all);
  });
  test("that extend, are inherited, or stand in nested types", async () => {
    assert.deepEqual(await uses("AddThings", { container: "ServicesExtensions" }), [
      "Use.cs:4:85 call certain",
      "Use.cs:4:100 call certain",
    ]);
    assert.deepEqual(await uses("Must", { container: "Rules<T>" }), [
      "Use.cs:6:16 call certain",
      "Use.cs:6:33 call certain",
    ]);
    assert.deepEqual(await uses("Made", { container: "Rules" }), ["Use.cs:6:45 call certain"]);
    for (const container of ["Inner", "Outer/Inner"])
      assert.deepEqual(await uses("Made", { container }), ["Use.cs:7:73 read certain"]);
    assert.equal(note, "Near.Building.Outer.Inner.Made has no source here, according to a package's assembly");
    assert.deepEqual(await uses("First", { container: "Outer" }), ["Use.cs:7:89 read certain"]);
    assert.deepEqual(await uses("Which", { container: "Inner" }), ["Use.cs:7:106 read certain"]);
    assert.deepEqual(await uses("Sort", { container: "Kind", namespace: "Near.Building" }), [
      "Use.cs:7:123 read certain",
    ]);
  });
  test("that nobody has", async () => {
    for (const [name, more] of [
      ["Named", { container: "Nobody" }],
      ["Nothing", { container: "Builder" }],
      ["Named", { container: "Builder", namespace: "Other" }],
    ] as const) {
      assert.deepEqual(await uses(name, more), []);
      assert.equal(note, "");
    }
  });
});

describe("types", () => {
  test("by what a file imports, an alias of them, and where they are written in full", async () => {
    assert.deepEqual(await uses("Builder", { namespace: "Near.Building" }), [
      "Alias.cs:1:25 type certain",
      "Alias.cs:1:69 type certain",
      "Alias.cs:1:74 type certain",
      "Alias.cs:1:99 type certain",
      "Elsewhere.cs:2:51 type certain",
      "Use.cs:4:14 type certain",
      "Within.cs:1:49 type certain",
    ]);
    assert.match(
      note,
      /^class Near\.Building\.Builder has no source here: it is in Assets\/.*Near\.dll \(Services Named /,
    );
    assert.deepEqual(await uses("Builder", { namespace: "Near" }), []);
    assert.deepEqual(await uses("Inner", {}), ["Use.cs:7:30 type certain"]);
  });
});
