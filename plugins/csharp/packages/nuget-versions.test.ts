/** Tests which of the available versions of a NuGet package a project refers to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bestVersion, exactVersion } from "./nuget-versions.ts";

const THERE = ["1.0.0", "1.2.0", "1.10.0", "2.0.0-beta.2", "2.0.0-beta.10", "2.0.0", "2.5.1", "notes"];

test("what is exact leaves no choice", () => {
  assert.deepEqual(
    ["1.2.3", "[1.2.3]", "1.2.3-rc.1", " 1.0 ", "[1.0,2.0)", "1.*", "", "$(Version)"].map(exactVersion),
    ["1.2.3", "1.2.3", "1.2.3-rc.1", "1.0", "", "", "", ""],
  );
});

test("of a range the lowest, of a floating version the highest", () => {
  const cases: Record<string, string | undefined> = {
    "[1.0,2.0)": "1.0.0",
    "(1.0,2.0)": "1.2.0",
    "[1.1,)": "1.2.0",
    "(,1.2]": "1.0.0",
    "(2.0, 3.0]": "2.5.1",
    "[3.0,)": undefined,
    "1.*": "1.10.0",
    "1.2.*": "1.2.0",
    "*": "2.5.1",
    "2.*": "2.5.1",
    "2.0.*": "2.0.0",
    "[2.0.0-beta.3,2.5)": "2.0.0-beta.10",
    "(,)": undefined,
    "[a,b]": undefined,
    latest: undefined,
    "": undefined,
  };
  for (const [written, expected] of Object.entries(cases)) assert.equal(bestVersion(written, THERE), expected, written);
  assert.equal(bestVersion("3.*-*", ["3.0.0-a"]), "3.0.0-a");
  assert.equal(bestVersion("3.*", ["3.0.0-a"]), undefined);
});
