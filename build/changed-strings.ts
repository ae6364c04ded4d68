/**
 * Lists user-visible strings changed since a commit: `bun build/changed-strings.ts <commit>` writes
 * docs/generated/changed-messages.md. Strings are extracted from the diff, and old and new ones are paired by similarity.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { distance } from "fastest-levenshtein";

const TOP = join(import.meta.dirname, "..");
const PAGE = join(TOP, "docs", "generated", "changed-messages.md");
/** No user-visible strings in tests, generated files and types. */
const LEFT_OUT = [":!*.test.ts", ":!*.test.tsx", ":!*.d.ts", ":!**/names/*", ":!*.json"];

interface Change {
  file: string;
  was: string;
  is: string;
}

/** Requires two words. Single words are keys, flags or files. */
function stringsOf(line: string): string[] {
  if (/^\s*(?:\/\/|\*|\/\*|import\b|export .* from)/.test(line)) return [];
  const found = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`|'((?:[^'\\]|\\.)*)'/g)];
  return found.map(([, a, b, c]) => a ?? b ?? c ?? "").filter((text) => /\p{L}{2,} \S*\p{L}{2,}/u.test(text));
}

/** Pairs within one file: the nearest first, if anything of it stayed. */
function pairs(file: string, was: string[], is: string[]): Change[] {
  const old = was.filter((text) => !is.includes(text));
  const fresh = is.filter((text) => !was.includes(text));
  const candidates = old
    .flatMap((a) => fresh.map((b) => ({ a, b, far: distance(a, b) / Math.max(a.length, b.length) })))
    .filter(({ far }) => far < 0.7)
    .sort((one, other) => one.far - other.far);
  const changes: Change[] = [];
  for (const { a, b } of candidates) {
    if (!old.includes(a) || !fresh.includes(b)) continue;
    old.splice(old.indexOf(a), 1);
    fresh.splice(fresh.indexOf(b), 1);
    changes.push({ file, was: a, is: b });
  }
  return [
    ...changes,
    ...old.map((text) => ({ file, was: text, is: "" })),
    ...fresh.map((text) => ({ file, was: "", is: text })),
  ];
}

export function changesOf(diff: string): Change[] {
  return diff.split(/^diff --git /m).flatMap((part) => {
    const file = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1] ?? /^--- a\/(.*)$/m.exec(part)?.[1];
    if (!file) return [];
    const lines = part.slice(part.indexOf("@@")).split("\n");
    const side = (sign: string) =>
      lines.filter((line) => line.startsWith(sign)).flatMap((line) => stringsOf(line.slice(1)));
    return pairs(file, side("-"), side("+"));
  });
}

function cell(text: string): string {
  return text === "" ? "—" : `\`${text.replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}

if (import.meta.main) {
  const since = process.argv[2] ?? "";
  const { status, stdout, stderr } = spawnSync(
    "git",
    ["diff", "-U0", since, "--", "core", "plugins", "tui", ...LEFT_OUT],
    {
      cwd: TOP,
      encoding: "utf8",
      maxBuffer: 1e9,
    },
  );
  if (status !== 0) throw new Error(`git diff ${since}: ${stderr}`);
  const changes = changesOf(stdout).sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  const reworded = changes.filter(({ was, is }) => was && is);
  const rows = (all: Change[]) => all.map(({ file, was, is }) => `| ${file} | ${cell(was)} | ${cell(is)} |`).join("\n");
  const text = `# What jig says differently

Written by \`bun build/changed-strings.ts ${since.slice(0, 12)}\`; do not edit. Every string of the sources that was reworded since that commit; strings that were
only added or removed are left out.

| file | was | is |
| --- | --- | --- |
${rows(reworded)}
`;
  writeFileSync(PAGE, text);
  spawnSync("bunx", ["biome", "format", "--write", PAGE], { cwd: TOP });
  console.log(`${reworded.length} reworded, ${changes.length - reworded.length} new or gone`);
}
