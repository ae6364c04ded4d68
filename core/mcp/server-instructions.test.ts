/** Server instructions: location, tools, and size limit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeHost } from "../../test/frontends/fake-host.ts";
import { instructionsFor } from "./server-instructions.ts";

test("it names the roots, the plugins that are ready, and the budget", () => {
  const host = fakeHost({}, { roots: ["/a", "/b"] });
  const text = instructionsFor(host, 1234);
  assert.match(text, /^Workspace: \/a, \/b\.$/m);
  assert.match(text, /at most 1234 characters/);
  assert.match(text, /^Fake: Pretends\.$/m);
  const [plugin] = host.plugins();
  host.plugins = () => [{ ...plugin!, state: "inactive" }];
  assert.doesNotMatch(instructionsFor(host, 1), /Pretends/);
});

test("before the client has named its roots it says so", () => {
  assert.match(instructionsFor(undefined, 1), /^Workspace: the roots that this client names\.$/m);
});

test("a line that is too long for all of it is left out, later ones are not", () => {
  const host = fakeHost({});
  const [plugin] = host.plugins();
  host.plugins = () => [
    { ...plugin!, description: "x".repeat(3000) },
    { ...plugin!, title: "Short", description: "Fits." },
  ];
  const text = instructionsFor(host, 1);
  assert.ok(text.length < 2000 && text.endsWith("Short: Fits."));
});
