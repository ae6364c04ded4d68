/** A task for docs/evidence.md: question, public project, and an expected answer that isn't from jig. */
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

/** Lines by path: `{path: [line, …]}`. Paths are relative to the project. */
export type Places = Record<string, number[]>;

export interface Task {
  kind: Kind;
  corpus: string;
  asks: string;
  /** Source of the expected answer. */
  judge: string;
  /** Subject: a declaration's name, container and kind; a pattern; a file. */
  about: Record<string, string | number>;
  /** Required places or texts (names, paths, numbers). */
  required: Places | string[];
  /** Optional results: undecidable places, or another reading of the question. */
  allowed?: Places | string[];
}

export interface Corpus {
  /** GitHub repository at this commit. `root` is the folder to open. */
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

/** As `path:line`. */
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
