/** Unity Pipeline parameters rejected before sending, because its server would silently drop or replace them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../../core/host/plugin-api.ts";
import { faultOf, type PipelineCommand } from "./command-names.ts";

const parameter = (name: string, type: string, required = false) => ({
  ...{ name, type, required },
  description: "",
  default: null,
});

const command = (type: string, required = false): PipelineCommand => ({
  name: "c",
  description: "",
  parameters: [parameter("value", type, required)],
});

const fault = (type: string, value: Json, required = false) => faultOf(command(type, required), { value });

test("null and an empty text are values where any JSON is taken, and missing elsewhere", () => {
  assert.equal(fault("JToken", null, true), undefined);
  assert.equal(fault("JToken", "", true), undefined);
  assert.equal(fault("Object", null, true), undefined);
  assert.equal(faultOf(command("JToken", true), {}), '"c" needs "value"');
  assert.equal(fault("String", "", true), '"c" needs "value"');
  assert.equal(fault("ObjectRef", null, true), '"c" needs "value"');
});

test("what the server converts is sent", () => {
  for (const [type, value] of [
    ...[["Int32", "5"] as const, ["Int32", " -3 "] as const, ["Single", "0.5"] as const, ["Single", 2] as const],
    ...[["Boolean", "True"] as const, ["String", 5] as const, ["String", true] as const],
    ...[["Single[]", "[0,1,2]"] as const, ["Nullable`1", 1] as const],
  ])
    assert.equal(fault(type, value), undefined, `${type} ${value}`);
});

test("what the server would replace by a default, or round, is refused", () => {
  for (const [type, value] of [
    ...[["Int32", 2.5] as const, ["Int32", "five"] as const, ["Single", "much"] as const, ["Single", ""] as const],
    ...[["Boolean", "yes"] as const, ["String", ["a"]] as const, ["String", {}] as const],
  ])
    assert.match(fault(type, value as Json) ?? "", new RegExp(`must be a ${type}`), `${type} ${value}`);
  assert.match(faultOf(command("Int32"), { valeu: 1 }) ?? "", /no parameter "valeu"; it has value/);
});
