/** Tab completion in real shells. Skips shells that aren't installed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { environment, JIG, runJig, scratch } from "../jig.ts";

const bin = scratch();
symlinkSync(JIG, join(bin, "jig"));
const env = environment({ PATH: `${bin}:${process.env.PATH}` });
const absent = (shell: string) => spawnSync(shell, ["--version"]).error !== undefined && `${shell} is not installed`;

/** Command line (last word incomplete), expected completions, and unexpected ones. */
const CASES: [words: string[], offered: string[], not: string[]][] = [
  [["se"], ["search_content", "settings"], ["doctor"]],
  [["call", "sea"], ["search_content"], ["settings"]],
  [["search_content", "--inc"], ["--include-globs"], ["--query"]],
  [["search_content", "--query", "x", "--incl"], ["--include-globs"], []],
  [["search_content", "--output-format", ""], ["json", "toon", "text"], ["--query"]],
  [["gre"], ["grep"], ["search_content"]],
  [["rg", "--inc"], ["--include-globs"], []],
  [["settings", "u"], ["unset"], ["get"]],
  [["mcp", "--cl"], ["--client"], ["--query"]],
  [["mcp", "config", "--client", "c"], ["claude", "codex", "cursor"], ["gemini"]],
  [["search_content", "--case", "sm"], ["smart"], ["--query"]],
  [["--read"], ["--read-only"], []],
  [["plugin", "t"], ["test", "trust"], ["new"]],
  [["completion", "p"], ["powershell"], ["bash"]],
  [["--root", "se"], [], ["settings", "search_content"]],
  [["completion", "--"], ["--root", "--read-only"], ["--query"]],
];

function check(shell: string, complete: (words: string[]) => string[]): void {
  for (const [words, offered, not] of CASES) {
    const offers = complete(words);
    for (const word of offered)
      assert.ok(offers.includes(word), `${shell}: ${words.join(" ")} offers ${word}: ${offers}`);
    for (const word of not) assert.ok(!offers.includes(word), `${shell}: ${words.join(" ")} does not offer ${word}`);
  }
}

function ask(shell: string, args: string[]): string[] {
  const { stdout, stderr, status } = spawnSync(shell, args, {
    env,
    encoding: "utf8",
    timeout: 30_000,
    cwd: bin,
  });
  assert.equal(status, 0, stderr);
  return stdout.split(/\r?\n/).filter((line) => line !== "");
}

test("bash", { skip: absent("bash") }, () => {
  const script = `source <(jig completion bash); COMP_WORDS=(jig "$@"); COMP_CWORD=$#; _jig; printf '%s\\n' "\${COMPREPLY[@]}"`;
  check("bash", (words) => ask("bash", ["--norc", "-c", script, "bash", ...words]));
});

test("fish", { skip: absent("fish") }, () => {
  check("fish", (words) => {
    const line = ["jig", ...words].map((word) => (word === "" ? "" : word)).join(" ");
    const script = `jig completion fish | source; complete --do-complete "${line}"`;
    return ask("fish", ["--no-config", "-c", script]).map((offer) => offer.split("\t")[0]!);
  });
});

test("zsh", { skip: absent("zsh") }, () => {
  // compsys only works on a terminal, so intercept the functions it would call.
  const listen = `
    compdef() { : }
    compadd() { for word in "$@"; do [[ $word != -- ]] && print -r -- "$word"; done }
    _files() { : }
    _describe() { local -a rows; rows=("\${(@P)2}"); for row in "\${rows[@]}"; do print -r -- "\${row%%:*}"; done }
    source <(jig completion zsh)
    words=(jig "$@"); CURRENT=\${#words}; _jig`;
  check("zsh", (words) => {
    const prefix = words.at(-1)!;
    return ask("zsh", ["-f", "-c", listen, "zsh", ...words]).filter((offer) => offer.startsWith(prefix));
  });
});

test("PowerShell", { skip: absent("pwsh") }, () => {
  check("pwsh", (words) => {
    const line = ["jig", ...words].join(" ");
    const script = `jig completion powershell | Out-String | Invoke-Expression; (TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length}).CompletionMatches | ForEach-Object CompletionText`;
    return ask("pwsh", ["-NoProfile", "-Command", script]);
  });
});

test("every shell's script is there", () => {
  for (const shell of ["bash", "zsh", "fish", "powershell"]) assert.equal(runJig(["completion", shell]).code, 0);
});
