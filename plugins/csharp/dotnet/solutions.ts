/** Reads solutions (`.sln`, `.slnx`), which group project files. */
import { dirname, join } from "node:path";
import { type Capabilities, ifThere, slashed } from "../../../core/host/plugin-api.ts";

export interface Solution {
  path: string;
  /** Absolute paths of files that may not exist. */
  projects: string[];
}

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_SOLUTIONS = 100;
/** The entries for projects in `.sln` and `.slnx`, not all of which are for C#. */
const LINE = /^\s*Project\("\{[^}"]*\}"\)\s*=\s*"[^"\n]*",\s*"([^"\n]+)"/gm;
const ELEMENT = /<Project\b[^>]*?\bPath\s*=\s*"([^"]+)"/g;

export function isSolution(path: string): boolean {
  return /\.slnx?$/i.test(path);
}

export async function readSolutions(paths: readonly string[], files: Pick<Capabilities["files"], "readText">) {
  const solutions: Solution[] = [];
  for (const path of paths.slice(0, MAX_SOLUTIONS)) {
    const text = (await ifThere(files.readText(path, { maxBytes: MAX_BYTES })))?.text ?? "";
    solutions.push({ path, projects: projectsIn(text, path) });
  }
  return solutions;
}

function projectsIn(text: string, path: string): string[] {
  const isXml = path.toLowerCase().endsWith("x");
  const written = isXml ? text.replace(/<!--[\s\S]*?(?:-->|$)/g, "").matchAll(ELEMENT) : text.matchAll(LINE);
  const projects = [...written]
    .map(([, project = ""]) => project.replaceAll("\\", "/").replaceAll("&amp;", "&"))
    .filter((project) => /\.csproj$/i.test(project))
    .map((project) => slashed(join(dirname(path), project)));
  return [...new Set(projects)];
}
