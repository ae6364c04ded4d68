/** A task of the comparison in docs/evidence.md: what is asked, of which public project, and the right answer by a judge that is not jig. */
import { readFileSync } from "node:fs";

export type Kind =
  | "uses"
  | "declared"
  | "derived"
  | "callers"
  | "assets"
  | "subclasses"
  | "text"
  | "files"
  | "lines"
  | "tokens";

/** Lines of files: `{path: [line, …]}`, paths from the project's root. */
export type Places = Record<string, number[]>;

export interface Task {
  kind: Kind;
  corpus: string;
  asks: string;
  /** Who says what is right. */
  judge: string;
  /** What is asked about: a declaration's name, container and kind; a pattern; a file. */
  about: Record<string, string | number>;
  /** What the answer must hold: places, or texts (names, paths, numbers). */
  required: Places | string[];
  /** What it may hold besides: places that the judge could not decide, or another reading of the question. */
  allowed?: Places | string[];
}

export interface Corpus {
  /** A public repository on GitHub, at this commit; `root` is the folder that is opened. */
  repository: string;
  commit: string;
  root: string;
}

export interface TaskFile {
  corpora: Record<string, Corpus>;
  tasks: Task[];
}

export const TASKS = new URL("tasks.json", import.meta.url);

export function readTasks(): TaskFile {
  return JSON.parse(readFileSync(TASKS, "utf8")) as TaskFile;
}

/** `path:line` of each place. */
export function flat(places: Places | string[] | undefined): string[] {
  if (places === undefined) return [];
  if (Array.isArray(places)) return places;
  return Object.entries(places).flatMap(([path, lines]) => lines.map((line) => `${path}:${line}`));
}

export function placesOf(flatPlaces: Iterable<string>): Places {
  const places: Places = {};
  for (const place of flatPlaces) {
    const at = place.lastIndexOf(":");
    const path = place.slice(0, at);
    places[path] = [...(places[path] ?? []), Number(place.slice(at + 1))];
  }
  for (const lines of Object.values(places)) lines.sort((a, b) => a - b);
  return places;
}
