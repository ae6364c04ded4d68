/** Authors of a module and of a framed plugin, each with the lines of one answer. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fresh } from "./fresh-user.ts";
import { author } from "./new-author.ts";

/** An author of a module. */
export function moduleAuthor() {
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
export function framedAuthor() {
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
