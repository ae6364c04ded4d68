/** What a handler does wrong with its context, in hints. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { unawaitedCall, watchContext } from "./watched-context.ts";

const made = () =>
  watchContext({ tool: "a", files: { readText: async (path: string) => ({ text: path }), list: async () => [] } });
// biome-ignore lint/suspicious/noExplicitAny: handlers of plugins are not checked
type Anything = any;

async function hintOf(handler: (context: Anything) => unknown): Promise<unknown> {
  const { context, explained } = made();
  try {
    await handler(context);
  } catch (error) {
    const told = explained(error);
    return told instanceof Error && "hint" in told ? told.hint : undefined;
  }
  return "it succeeded";
}

test("a name that does not exist is told with those that do", async () => {
  assert.equal(await hintOf(({ file }) => file.readText("a")), 'context has no "file". It has: tool, files');
  assert.equal(
    await hintOf(({ files }) => files.readFile("a")),
    'context.files has no "readFile". It has: readText, list',
  );
});

test("a call that nothing awaited is named with its method, the reason and its place", async () => {
  const { context } = watchContext({ run: async () => Promise.reject(new Error("it may not run git")) });
  const promise = context.run();
  const reason = await promise.catch((error) => error);
  assert.match(
    unawaitedCall(promise, reason) ?? "",
    /^context\.run failed at watched-context\.test\.ts:\d+:\d+, and nothing awaited it: it may not run git\. Write await/,
  );
  assert.equal(unawaitedCall(Promise.resolve(), reason), undefined);
});

test("a promise that is used as a value is told", async () => {
  const expected = "context.files.readText returns a promise. Write await context.files.readText(…)";
  assert.equal(await hintOf(({ files }) => files.readText("a").text.length), expected);
  assert.equal(await hintOf(({ files }) => JSON.parse(files.readText("a"))), expected);
  assert.equal(await hintOf(({ files }) => files.readText("a").split(",")), expected);
  assert.match(
    String(await hintOf(async ({ files }) => (await files.readText("a")).split(","))),
    /Write const \{ text \}/,
  );
});

test("a promise that became text is told, even if nothing fails", () => {
  const { context, promiseAsText } = made();
  assert.equal(promiseAsText(), undefined);
  assert.equal(`${context.files.list()}`, "[object Promise]");
  assert.match(promiseAsText() ?? "", /^context\.files\.list returns a promise/);
});

test("what is right, and other errors, stay as they are", async () => {
  const { context, explained, promiseAsText } = made();
  const read = context.files.readText("a");
  assert.ok(read instanceof Promise);
  assert.deepEqual(await read, { text: "a" });
  assert.deepEqual(await Promise.all([context.files.list(), read.then(({ text }) => text)]), [[], "a"]);
  assert.deepEqual(JSON.parse(JSON.stringify(context)), { tool: "a", files: {} });
  const other = new TypeError("another");
  assert.equal(explained(other), other);
  assert.ok(!("hint" in other));
  assert.equal(explained("a text"), "a text");
  assert.equal(promiseAsText(), undefined);
  const coded = Object.assign(new TypeError("x"), { code: "INVALID_ARGUMENT" });
  assert.equal(await hintOf(({ file }) => file ?? Promise.reject(coded)), undefined);
});
