/** An author of a framed plugin that asks jig for files. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { author } from "./new-author.ts";

/** A framed plugin whose calls answer with an expression of Python, which may `ask`. */
export function framedAuthor(answer: string) {
  const { change, call, cwd } = author();
  change((_, tool) => {
    tool.handler.mode = "framed";
    delete tool.output;
    delete tool.view;
  });
  const script = `import json, sys
word = json.loads(sys.stdin.readline())["word"]
def say(message): print(word, json.dumps(message), flush=True)
say({"type": "ready"})
id = json.loads(sys.stdin.readline())["id"]
def ask(method, *args):
    say({"type": "ask", "id": 1, "scope": id, "method": method, "args": args})
    return json.loads(sys.stdin.readline())
${answer}
sys.stdin.read()
`;
  writeFileSync(join(cwd, "notes", "notes.py"), script);
  return { call, cwd };
}
