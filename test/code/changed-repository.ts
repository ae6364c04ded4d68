/** A repository in which declarations change. */
import { execFileSync } from "node:child_process";
import { callJig, scratch } from "../jig.ts";

export interface Answer {
  changes: { change: string; symbol_path: string; members?: number; certain: number; possible: number }[];
  uses: { path: string; line: number; kind: string; certainty: string; of?: string }[];
  compared: string;
  note?: string;
}

export const git = (root: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, encoding: "utf8" });

export const since = (root: string, input: object) => callJig("code_refs_find", input, { cwd: root }).value as Answer;

export const changes = ({ changes }: Answer) =>
  changes.map(({ change, symbol_path, certain, possible }) => `${change} ${symbol_path} ${certain} ${possible}`);

export function repository(): string {
  const root = scratch({
    "a.ts":
      "export class App {\n  // old\n  run() { return 1; }\n  stop() { return 2; }\n  gone() {}\n}\nexport function free(): number { return 3; }\n",
    "b.ts":
      'import { App, free } from "./a";\nnew App().run(); new App().stop(); free();\nfunction f(app: any) { app.gone(); }\n',
    "m.py": "def f():\n    return 1\n\nclass K:\n    def a(self):\n        return f()\n",
    "x.go": "package x\n\nfunc X() int { return 1 }\n",
  });
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-qm", "one"],
  ])
    git(root, ...args);
  return root;
}
