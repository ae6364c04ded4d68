/** Documents of this repository, and a shell for running their commands. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { environment, JIG, scratch, TOP } from "../jig.ts";

export const DOCUMENTS = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: TOP,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !file.includes("fixtures/") && existsSync(join(TOP, file)));
export const textOf = (file: string) => readFileSync(join(TOP, file), "utf8");

const bin = scratch();
symlinkSync(JIG, join(bin, "jig"));

interface Fence {
  file: string;
  language: string;
  body: string;
}

export function fencesOf(file: string): Fence[] {
  return [...textOf(file).matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({
    file,
    language: language!,
    body: body!,
  }));
}

export function newProject(): string {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  return project;
}

export function shell(command: string, cwd: string) {
  const env = environment({ PATH: `${bin}:${process.env.PATH}` });
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd,
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}
