/** Tests positions in headers and attributes, and in elements of collection expressions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";

const KEY = "0024000004800000".repeat(40);
const FILES: Record<string, string> = {
  "Info.cs": `[assembly:
  Mark("a, PublicKey=${KEY}"),
  Mark("b]", Kind = 1, Types = new[] { typeof(Kind) })]
`,
  "Mark.cs": "class MarkAttribute : System.Attribute { }\nclass Kind { }\n",
  "Data.cs": `record Data<T>([property: Mark(Kind = 1, Text = "]")] T Items, [Mark(A = 2)] int Count = 3) where T : class;
class Uses { string all = nameof(Data<string>.Items); int One(Data<string> data) => data.Count; }
`,
  "Branches.cs": `class Branches {
  void Run(
#if SPAN
    int context,
#else
    string context,
#endif
    int next) { Use(context); Use(next); }
}
`,
  "Elements.cs": `using System.Collections.Generic;
class Item { public string Name; }
class Order { public List<Item> Items; public Item[] More; }
class Orders : List<Order> { }
class Fill {
  void Take(IEnumerable<Item> items) { }
  void Run() {
    var one = new Order { Items = [new() { Name = "1" }] };
    Orders all = [new() { More = [new() { Name = "2" }] }];
    Take([new() { Name = "3" }]);
    Item[][] deep = [[new() { Name = "4" }]];
  }
}
`,
  "Spinner.cs": `public partial class Spinner { }
public class Closed { }
class Column {
  public Spinner Spinner { get; set; }
  public Closed Closed { get; set; }
  void Run() { Add(Spinner.Known); Add(Closed.Known); }
}
`,
};
const index = indexForAll(FILES);

/** Returns the symbol at the first letter of `word`, after `before`. */
async function at(file: string, before: string, word: string): Promise<string> {
  const text = FILES[file] ?? "";
  const start = text.indexOf(word, text.indexOf(before) + before.length);
  const lines = text.slice(0, start).split("\n");
  const column = (lines.at(-1)?.length ?? 0) + 1;
  const request = { op: "symbolAt" as const, path: index.path(file), line: lines.length, column };
  return await index.ask(request).then(
    ({ symbolPath, local }) => symbolPath ?? `${local.kind} ${local.name} ${local.line}:${local.column}`,
    ({ code, message }) => `${code}: ${message}`,
  );
}

test("attributes of the assembly, after strings of any length and with brackets", async () => {
  assert.equal(await at("Info.cs", "[assembly:", "Mark"), "MarkAttribute");
  assert.equal(await at("Info.cs", '"),', "Mark"), "MarkAttribute");
  assert.equal(await at("Info.cs", "typeof(", "Kind"), "Kind");
  assert.match(await at("Info.cs", '"b]", ', "Kind"), /is not understood/);
});

test("a record's parameter whose attribute has named arguments is a property", async () => {
  assert.equal(await at("Data.cs", "T ", "Items"), "Data<>/Items");
  assert.equal(await at("Data.cs", "nameof(Data<string>.", "Items"), "Data<>/Items");
  assert.equal(await at("Data.cs", "=> data.", "Count"), "Data<>/Count");
});

test("a parameter that another branch of the header declares is that one", async () => {
  assert.equal(await at("Branches.cs", "int ", "context"), "parameter context 4:9");
  assert.equal(await at("Branches.cs", "string ", "context"), "parameter context 6:12");
  assert.match(await at("Branches.cs", "Use(", "context"), /may refer to any of 2 declarations/);
  assert.equal(await at("Branches.cs", "Use(", "next"), "parameter next 8:9");
});

test("`new()` in a collection expression creates an element of its target", async () => {
  for (const value of ["1", "2", "3", "4"]) {
    const text = FILES["Elements.cs"] ?? "";
    const before = text.slice(0, text.indexOf(`Name = "${value}"`));
    assert.equal(await at("Elements.cs", before, "Name"), "Item/Name", value);
  }
});

test("a property named as its partial type, before a member that a generator may add, may be either", async () => {
  assert.match(await at("Spinner.cs", "Add(", "Spinner"), /may refer to any of 2 declarations/);
  assert.equal(await at("Spinner.cs", "Add(", "Closed"), "Column/Closed");
  const uses = async (symbol: string) => {
    const page = { pageSize: 10, counts: "matches" as const, perFile: 10, startAfter: "" };
    const query = queryFor("Spinner", { symbol });
    const candidates = [index.path("Spinner.cs")];
    const { certain, possible } = await index.ask({ op: "refs", query, page, snippetContext: 0, candidates });
    return [certain, possible];
  };
  assert.deepEqual(await uses("Spinner"), [2, 1]);
  assert.deepEqual(await uses("Column/Spinner"), [1, 1]);
});
