/**
 * Checks out scripts, C++ sources and bind caches of the public projects: `bun test/angelscript/check-out-projects.ts GIT_FOLDER
 * CORPUS`. Git directories are named `owner+name` or `owner+name/repo`. Missing projects are listed and skipped, missing files of
 * partial clones are counted.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PUBLIC_PROJECTS } from "./public-projects.ts";

const WANTED = /\.(?:as|As|h|hpp|cpp|uproject|uplugin|Build\.cs|Cache|Cache\.Headers)$/;
const LARGEST = 1 << 28;

const [from, to] = process.argv.slice(2);
if (!from || !to) throw new Error("give the folder of git directories and the folder of the corpus");

for (const { name } of PUBLIC_PROJECTS) {
  const folder = join(to, name);
  const git = [join(from, name, "repo"), join(from, name)].find((path) => existsSync(join(path, "HEAD")));
  if (!git) console.log(`${name}: no git directory`);
  if (!git || existsSync(folder)) continue;
  const entries = execFileSync("git", [`--git-dir=${git}`, "ls-tree", "-rz", "HEAD"], { maxBuffer: LARGEST })
    .toString()
    .split("\0")
    .map((entry) => /^100\d+ blob (\w+)\t(.*)$/s.exec(entry))
    .filter((match) => match && WANTED.test(match[2] as string)) as RegExpExecArray[];
  // Create the folder even without scripts, so that the test can report why the project doesn't open.
  mkdirSync(folder, { recursive: true });
  const input = entries.map(([, id]) => `${id}\n`).join("");
  const { stdout } = spawnSync("git", [`--git-dir=${git}`, "cat-file", "--batch"], { input, maxBuffer: LARGEST });
  let at = 0;
  let missing = 0;
  for (const [, , path] of entries) {
    const lineEnd = stdout.indexOf(10, at);
    const size = Number(stdout.toString("latin1", at, lineEnd).split(" ")[2]);
    at = lineEnd + 1;
    if (Number.isNaN(size)) {
      missing++;
      continue;
    }
    const target = join(folder, path as string);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, stdout.subarray(at, at + size));
    at += size + 1;
  }
  console.log(`${name}: ${entries.length - missing} files${missing > 0 ? `, ${missing} missing` : ""}`);
}
