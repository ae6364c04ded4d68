/** Reads in a thread, directly or through its context. */
import { readFileSync } from "node:fs";
import type { WorkerContext } from "../../../core/host/frontend-api.ts";

export default async ({ path, by }: { path: string; by: string }, context: WorkerContext): Promise<string> =>
  by === "host" ? (await context.files.readText(path)).text : readFileSync(path, "utf8");
