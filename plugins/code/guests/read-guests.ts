/**
 * Lets third-party plugins read their files before a query. This happens in the handler, because threads cannot call
 * other plugins.
 */
import {
  type Context,
  type FileFacts,
  type GuestLanguage,
  JigError,
  toJigError,
} from "../../../core/host/plugin-api.ts";
import type { GuestFile } from "../index/guest-index.ts";

/**
 * The time limit for a file in ms, including the start of its process. If it is exceeded, the file is given up and the process
 * is stopped.
 */
const MAX_MS = 10_000;
/** The number of files whose facts are kept in memory until they are written. */
const FILES_OF_BATCH = 200;
/** After this many failures in a row, the plugin is at fault rather than the files. */
const MAX_FAILURES = 10;

export interface WantedGuest {
  path: string;
  size: number;
  mtimeMs: number;
  language: Pick<GuestLanguage, "plugin" | "id">;
}

export type GuestRequest =
  | { op: "guests"; guests: readonly GuestLanguage[] }
  | { op: "take"; guests: readonly GuestLanguage[]; files: readonly GuestFile[] };

/** Returns the languages, and the reasons why some of their files were not read. */
export async function readGuests(
  context: Context,
  ask: <Answer>(request: GuestRequest) => Promise<Answer>,
): Promise<{ guests: GuestLanguage[]; notes: string[] }> {
  const guests = await context.guests.list();
  const notes: string[] = [];
  if (guests.length === 0) return { guests, notes };
  const { wanted } = await ask<{ wanted: WantedGuest[] }>({ op: "guests", guests });
  for (const [plugin, files] of Map.groupBy(wanted, ({ language }) => language.plugin)) {
    const fault = await readFiles(files, context, (taken) => ask({ op: "take", guests, files: taken }));
    if (fault !== undefined) notes.push(`The plugin "${plugin}" could not read all of its files: ${fault}`);
  }
  return { guests, notes };
}

/** Returns an error if the plugin itself is at fault. */
async function readFiles(
  files: readonly WantedGuest[],
  context: Context,
  take: (files: readonly GuestFile[]) => Promise<unknown>,
): Promise<string | undefined> {
  let batch: GuestFile[] = [];
  let failures: GuestFile[] = [];
  let fault: string | undefined;
  for (const [at, { language, ...file }] of files.entries()) {
    context.signal.throwIfAborted();
    const facts = await guestFacts(language, file.path, context).catch((error) => toJigError(error));
    context.signal.throwIfAborted();
    if (facts instanceof JigError) {
      failures.push(file);
      fault = facts.message;
      // The plugin does not work at all, so none of the files is to blame.
      if (facts.code === "UNAVAILABLE" || failures.length >= MAX_FAILURES) {
        failures = [];
        break;
      }
      continue;
    }
    batch.push(...failures, { ...file, facts });
    failures = [];
    fault = undefined;
    context.progress({ done: at + 1, total: files.length, message: "reading files of a plugin's language" });
    if (batch.length < FILES_OF_BATCH) continue;
    await take(batch);
    batch = [];
  }
  batch.push(...failures);
  if (batch.length > 0) await take(batch);
  return failures.length === 0 ? fault : undefined;
}

/** Returns the facts about a file if the plugin provides them in time. */
export async function guestFacts(
  language: WantedGuest["language"],
  path: string,
  context: Context,
): Promise<FileFacts> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(MAX_MS)]);
  return await context.guests.facts(language, path, signal);
}
