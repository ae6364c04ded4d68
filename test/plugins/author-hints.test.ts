/** Mistakes that a new author could not explain, by the compiled binary: each message says what to write instead. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { framedAuthor, moduleAuthor } from "./answering-authors.ts";
import { skip } from "./new-author.ts";

test("a name that the context lacks, and a forgotten await", { timeout: 60_000 }, () => {
  const { answer } = moduleAuthor();
  const value = "{ greeting: text, file, lines: 1 }";
  const told: [body: string, error: RegExp][] = [
    ["return { value: await context.file.readText(file) };", /context has no "file"\. It has: .*\bfiles\b/],
    [
      "return { value: await context.files.readFile(file) };",
      /context\.files has no "readFile"\. It has: .*\breadText\b/,
    ],
    [
      `const { text } = context.files.readText(file); return { value: text.split("a") };`,
      /context\.files\.readText returns a promise\. Write await context\.files\.readText\(…\)/,
    ],
    [
      `const text = context.files.readText(file); return { value: ${value} };`,
      /value\.greeting is a promise\. Write await/,
    ],
    [
      `const text = await context.files.readText(file); return { value: text.trim() };`,
      /Write const \{ text \} = await/,
    ],
  ];
  for (const [body, error] of told) {
    const { stdout, stderr } = answer(body);
    assert.match(JSON.parse(stdout).error, error);
    assert.doesNotMatch(stderr, /\$bunfs|native:/);
  }
  const { stderr } = answer(`const text = "" + context.files.readText(file); return { value: ${value} };`);
  assert.match(stderr, /hello made text of a promise: context\.files\.readText returns a promise\. Write await/);
});

test("a process that ends says with which code, and its last lines", { skip, timeout: 60_000 }, () => {
  const { failed } = framedAuthor().says(`print("no such book", file=sys.stderr)\nsys.exit(3)`);
  assert.match(failed.error, /It exited with exit code 3/);
  assert.equal(failed.details.stderr, "no such book");
});

test("a typo in the type or a field of a framed message", { skip, timeout: 120_000 }, () => {
  const { says } = framedAuthor();
  const read = `method="files.readText", args=["notes.txt"]`;
  const reply = `say(type="answer", id=id, error=json.loads(sys.stdin.readline())["error"])`;
  const told: [body: string, error: RegExp][] = [
    [`say(type="aks", id=1, scope=id, ${read})`, /a message has the type "aks"\. Did you mean "ask"\?/],
    [`say(type="ask", ids=1, scope=id, ${read})`, /needs a number as "id"\. Write "id" instead of "ids"/],
    [`say(kind="ask", id=1, scope=id, ${read})`, /a message has no "type"\. Write "type" instead of "kind"/],
    [`say(type="ask", id=1, call=id, ${read})\n${reply}`, /An ask has no "scope"\. Write "scope" instead of "call"/],
    [
      `say(type="ask", id=1, scope=id, methd="files.readText", args=[])\n${reply}`,
      /An ask has no "method"\. Write "method" instead of "methd"/,
    ],
    [
      `say(type="ask", id=1, scope=id, method="files.readText", arguments=[])\n${reply}`,
      /An ask has no "args"\. Write "args" instead of "arguments"/,
    ],
    [`say(type="answer", id=id, result={"value": 1})`, /Its answer has no "value"\. Write "value" instead of "result"/],
  ];
  for (const [body, error] of told) assert.match(says(body).failed.error, error);
});

test("a line of code in a traceback is not a dropped message", { skip, timeout: 60_000 }, () => {
  const { stderr } = framedAuthor().says(
    `print('    send({"type": "answer", "id": call, "value": greet(call)})', file=sys.stderr, flush=True)
say(type="answer", id=id, value={"value": 1})`,
  );
  assert.match(stderr, /info: notes: +send\(/);
  assert.doesNotMatch(stderr, /was dropped/);
});
