/** Mistakes that a new author could not explain, by the compiled binary: each message says what to write instead. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fresh } from "./fresh-user.ts";
import { author } from "./new-author.ts";
import { has } from "./paths.ts";

const skip = has("python3") ? false : "no python3";

/** An author of a module. */
function moduleAuthor() {
  const { jig, cwd } = fresh();
  assert.equal(jig("plugin", "new", "hello").code, 0);
  const answer = (body: string) => {
    const module = `export default async ({ file }, context) => {\n  ${body}\n};\n`;
    writeFileSync(join(cwd, "hello", "hello.ts"), module);
    return jig("hello", "--file", "notes.txt", "--plugins", "hello", "--as", "json");
  };
  return { answer };
}

/** A framed plugin that runs lines of Python for its first call. */
function framedAuthor() {
  const { change, call, cwd } = author();
  change((_, tool) => {
    tool.handler.mode = "framed";
    delete tool.output;
    delete tool.view;
  });
  const says = (body: string) => {
    const script = `import json, sys, threading
word = json.loads(sys.stdin.readline())["word"]
def say(**message): print(word, json.dumps(message), flush=True)
say(type="ready")
id = json.loads(sys.stdin.readline())["id"]
${body}
sys.stdin.read()
`;
    writeFileSync(join(cwd, "notes", "notes.py"), script);
    const { stdout, stderr } = call();
    return { failed: JSON.parse(stdout), stderr };
  };
  return { says };
}

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

test("frames of jig are no part of an author's stack", { timeout: 60_000 }, () => {
  const { stderr } = moduleAuthor().answer(`const inner = (a) => a.b.c; return { value: inner({}) };`);
  assert.match(stderr, /hello\.ts:2:\d+/);
  assert.doesNotMatch(stderr, /\$bunfs|native:/);
});

test("a thread that ends by an exception ends its call, with the last lines", { skip, timeout: 60_000 }, () => {
  const { failed } = framedAuthor().says(`def work(): raise ValueError("no such book")
threading.Thread(target=work).start()`);
  assert.equal(failed.code, "COMMAND_FAILED");
  assert.match(
    failed.error,
    /A thread of it ended by an exception, and the call got no answer: ValueError: no such book\. Catch every exception/,
  );
  assert.match(failed.details.stderr, /Traceback/);
});

test("a call whose helper thread ends goes on while the process speaks", { skip, timeout: 60_000 }, () => {
  const { failed } = framedAuthor().says(`import time
def work(): raise ValueError("only a helper")
threading.Thread(target=work).start()
for step in range(6):
    time.sleep(0.3)
    say(type="progress", call=id, progress={"done": step})
say(type="answer", id=id, value={"value": {"fine": True}})`);
  assert.deepEqual(failed, { fine: true });
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

test("an answer with an unknown id is not called a second answer", { skip, timeout: 60_000 }, () => {
  const { failed, stderr } = framedAuthor().says(`say(type="answer", id=id + 5, value={"value": 1})`);
  assert.match(failed.error, /it answered the call \d+, which was never made/);
  assert.doesNotMatch(stderr, /second answer/);
});

test("a line of code in a traceback is not a dropped message", { skip, timeout: 60_000 }, () => {
  const { stderr } = framedAuthor().says(
    `print('    send({"type": "answer", "id": call, "value": greet(call)})', file=sys.stderr, flush=True)
say(type="answer", id=id, value={"value": 1})`,
  );
  assert.match(stderr, /info: notes: +send\(/);
  assert.doesNotMatch(stderr, /was dropped/);
});
