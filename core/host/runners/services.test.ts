/** Services: one per root, opened once, retried after a failure, closed permanently. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServiceContext } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { createServices } from "./services.ts";

const roots = [{ name: "a", path: "/a" }];

function services(open: () => Promise<{ close(): void }>) {
  return createServices({
    plugin: "p",
    roots,
    load: async () => ({ open }),
    context: (root, signal) => ({ root, signal }) as ServiceContext,
  });
}

test("get() opens once per root, at the same time or later", async () => {
  let opened = 0;
  const closed: number[] = [];
  const all = services(async () => {
    const number = ++opened;
    return { close: () => void closed.push(number) };
  });
  const [one, two] = await Promise.all([all.get("/a"), all.get("/a")]);
  assert.equal(one, two);
  assert.notEqual(await all.get(undefined), one);
  assert.equal(opened, 2);
  await all.close();
  assert.deepEqual(closed.sort(), [1, 2]);
  assert.throws(() => all.get("/a"), { code: "UNAVAILABLE" });
});

test("a service that could not open is tried again", async () => {
  let tries = 0;
  const all = services(async () => {
    if (++tries === 1) throw new JigError("UNAVAILABLE", "not yet");
    return { close() {} };
  });
  await assert.rejects(all.get("/a") as Promise<unknown>, { code: "UNAVAILABLE" });
  await all.get("/a");
  await all.close();
});

test("get() refuses a root that is none, and a plugin without service", () => {
  assert.throws(() => services(async () => ({ close() {} })).get("/b"), { code: "INTERNAL" });
  const none = createServices({ plugin: "p", roots, load: undefined, context: () => ({}) as ServiceContext });
  assert.throws(() => none.get(undefined), { code: "INTERNAL" });
});
