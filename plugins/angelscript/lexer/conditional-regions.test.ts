/** `#if` regions: equal strings mean equal branches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConditionalRegions } from "./conditional-regions.ts";

const TEXT = `int A;
#if EDITOR
int B;
  # ifdef TEST
int C;
  # endif
int D;
#else
int E;
#endif
int F;
#if EDITOR
int G;
#endif
`;

test("two places share their branches only between the same directives", () => {
  const regions = new ConditionalRegions(TEXT);
  const at = (name: string): string => regions.at(TEXT.indexOf(`${name};`));
  assert.equal(at("A"), "");
  assert.equal(at("F"), "");
  assert.equal(at("B"), at("D"));
  assert.equal(new Set(["A", "B", "C", "E", "G"].map(at)).size, 5);
  assert.equal(new ConditionalRegions("int A;").at(4), "");
});

test("as many places as a large script has cost no reading of the whole each", () => {
  const text = `${TEXT}${"int A; ".repeat(300_000)}`;
  const regions = new ConditionalRegions(text);
  const start = process.cpuUsage();
  for (let at = 0; at < text.length; at += 20) regions.at(at);
  assert.ok(process.cpuUsage(start).user < 3_000_000);
});
