/** PATH with and without the sandbox. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { TOP } from "../jig.ts";

/** PATH without any folder that has a deno. */
export const WITHOUT_DENO = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((folder) => !existsSync(join(folder, "deno")))
  .join(delimiter);

/** Same, with the `deno` package in front. */
export const WITH_DENO = `${denoFolder()}${delimiter}${WITHOUT_DENO}`;

/** True if a program is on PATH. Skip tests if not. */
export function has(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Child processes of `parent` with matching command lines. Uses /proc. */
export function children(parent: number, words: RegExp): number {
  return commandLines().filter((each) => each.parent === parent && words.test(each.words)).length;
}

/** Pids of processes with this environment variable. Uses /proc. */
export function carriers(variable: string, value: string): number[] {
  const wanted = Buffer.from(`${variable}=${value}\0`);
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readFileSync(`/proc/${pid}/environ`).includes(wanted);
      } catch {
        return false;
      }
    });
}

/** Pids still there after `ms`, as killed processes take a moment to disappear. */
export async function stillCarrying(variable: string, value: string, ms = 3000): Promise<number[]> {
  const until = Date.now() + ms;
  for (;;) {
    const left = carriers(variable, value);
    if (left.length === 0 || Date.now() > until) return left;
    await new Promise((settle) => setTimeout(settle, 50));
  }
}

/** All processes with parent and command line. */
export function commandLines(): { parent: number; words: string }[] {
  if (!existsSync("/proc/self/stat")) {
    const lines = execFileSync("ps", ["-axo", "ppid=,args="], { encoding: "utf8" }).split("\n");
    return lines.map((line) => ({ parent: Number.parseInt(line, 10), words: line }));
  }
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1").replace(/^.*\) /s, "");
      const words = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
      return [{ parent: Number(stat.split(" ")[1]), words }];
    } catch {
      return [];
    }
  });
}

function denoFolder(): string {
  const packages = join(TOP, "node_modules", "@deno");
  const folder = mkdtempSync(join(tmpdir(), "jig-deno-"));
  const [own] = existsSync(packages) ? readdirSync(packages) : [];
  if (!own) throw new Error(`There is no deno in ${packages}: run bun install`);
  symlinkSync(join(packages, own, "deno"), join(folder, "deno"));
  return folder;
}
