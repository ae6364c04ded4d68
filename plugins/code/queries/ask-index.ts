/** Sends the requests of handlers to the index thread. */
import type { ChangedFile, Context, GuestLanguage, Progress } from "../../../core/host/plugin-api.ts";
import { type GuestRequest, readGuests } from "../guests/read-guests.ts";
import type { UsesFilter } from "./select-uses.ts";

export interface FindRequest {
  op: "find";
  name: string;
  exact: boolean;
  kinds: readonly string[];
  /** The absolute path of a file or folder. */
  within?: string;
}

export interface MapRequest {
  op: "map";
  /** The absolute path of a folder. */
  within: string;
}

export interface RefsRequest {
  op: "refs";
  /** Names or name paths. Empty with `at`, and for all declarations in the file `within`. */
  names: readonly string[];
  at?: { path: string; line: number; column: number };
  /** The absolute path of the file or folder that contains the declaration. */
  within?: string;
  filter: UsesFilter;
  /** Whether to return the calls inside the declarations instead of their uses. */
  hasCallees?: boolean;
}

export interface SinceRequest {
  op: "since";
  files: readonly ChangedFile[];
  filter: UsesFilter;
}

export interface RenameRequest {
  op: "rename";
  /** A name or name path. Unused with `at`. */
  name: string;
  to: string;
  at?: { path: string; line: number; column: number };
  /** The absolute path of the file or folder that contains the declaration. */
  within?: string;
  /** Also renames members that may be the same one. */
  isWide?: boolean;
}

export type IndexRequest = FindRequest | MapRequest | RefsRequest | SinceRequest | RenameRequest;

/** A request as the thread receives it, which includes the third-party languages. */
export type ThreadRequest = (IndexRequest & { guests: readonly GuestLanguage[] }) | GuestRequest;

export async function askIndex<Answer extends object>(request: IndexRequest, context: Context): Promise<Answer> {
  const { guests, notes } = await readGuests(context, (each) => askThread(each, context));
  const answer = await askThread<Answer & { unread?: string }>({ ...request, guests }, context);
  if (notes.length === 0) return answer;
  return { ...answer, unread: [...(answer.unread === undefined ? [] : [answer.unread]), ...notes].join(". ") };
}

/**
 * All requests use the same thread, which owns the index. If a caller gives up, the thread continues, so that the index
 * is not lost.
 */
async function askThread<Answer>(request: ThreadRequest, context: Context): Promise<Answer> {
  const answer = context.worker<Answer>("index", request, {
    key: "index",
    onMessage: (message) => context.progress(message as Progress),
  });
  const { promise, reject } = Promise.withResolvers<never>();
  const aborted = () => reject(context.signal.reason);
  if (context.signal.aborted) aborted();
  context.signal.addEventListener("abort", aborted, { once: true });
  promise.catch(() => {});
  try {
    return await Promise.race([answer, promise]);
  } finally {
    context.signal.removeEventListener("abort", aborted);
  }
}
