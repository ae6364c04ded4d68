/** Strict mode: no parameter of a built-in tool may be either an object or something else. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { builtInTools } from "../../build/built-in-tools.ts";
import type { JsonSchema } from "../../core/host/frontend-api.ts";

/** Accepts any value of an asset field: number, text, vector, reference. */
const ANY: readonly string[] = ["unity-asset-edit/edits/[]/value"];

interface Node {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Node>;
  items?: Node;
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
}

/** Types including those of alternatives. */
function typesOf(node: Node): Set<string> {
  const own = [node.type ?? []].flat();
  const words = [...(node.enum ?? []), ...("const" in node ? [node.const] : [])].map((each) => typeof each);
  return new Set([...own, ...words, ...alternativesOf(node).flatMap((each) => [...typesOf(each)])]);
}

function alternativesOf({ anyOf = [], oneOf = [], allOf = [] }: Node): Node[] {
  return [...anyOf, ...oneOf, ...allOf];
}

function faultsIn(node: Node, at: string): string[] {
  const types = typesOf(node);
  types.delete("null");
  const faults = [
    ...(types.size === 0 && !at.endsWith("|") && !ANY.includes(at) ? [`${at} has no type`] : []),
    ...(types.has("object") && types.size > 1 ? [`${at} is ${[...types].join(" or ")}`] : []),
  ];
  return [
    ...faults,
    ...Object.entries(node.properties ?? {}).flatMap(([name, each]) => faultsIn(each, `${at}/${name}`)),
    ...(node.items ? faultsIn(node.items, `${at}/[]`) : []),
    ...alternativesOf(node).flatMap((each) => faultsIn(each, `${at}|`)),
  ];
}

test("no parameter is an object or something else, and each has a type", async () => {
  const tools = await builtInTools();
  assert.ok(tools.length > 60);
  const faults = tools.flatMap(({ name, inputSchema }) => faultsIn(inputSchema satisfies JsonSchema as Node, name));
  assert.deepEqual(faults, []);
});

test("and such a parameter would be seen", () => {
  const schema = (value: Node): Node => ({ type: "object", properties: { value } });
  assert.deepEqual(faultsIn(schema({ anyOf: [{ type: "object" }, { type: "string" }] }), "t"), [
    "t/value is object or string",
  ]);
  assert.deepEqual(faultsIn(schema({ type: ["object", "array"] }), "t"), ["t/value is object or array"]);
  assert.deepEqual(faultsIn(schema({}), "t"), ["t/value has no type"]);
  assert.deepEqual(faultsIn(schema({ anyOf: [{ type: "string" }, { type: "null" }] }), "t"), []);
});
