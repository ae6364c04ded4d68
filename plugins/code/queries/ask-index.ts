/** Requests of handlers to the index thread. */
import type { ChangedFile, Context, GuestLanguage, Progress } from "../../../core/host/plugin-api.ts";
import { type GuestRequest, readGuests } from "../guests/read-guests.ts";
import type { UsesFilter } from "./select-uses.ts";

export interface FindRequest {
  op: "find";
  name: string;
  exact: boolean;
  kinds: readonly string[];
  /** Absolute: a file or folder. */
  within?: string;
}

export interface MapRequest {
  op: "map";
  /** Absolute: a folder. */
  within: string;
}

export interface RefsRequest {
  op: "refs";
  /** Names or name paths; none with `at`, or for all declarations of the file `within`. */
  names: readonly string[];
  at?: { path: string; line: number; column: number };
  /** Absolute: the file or folder that declares it. */
  within?: string;
  filter: UsesFilter;
  /** Wants the calls inside the declarations in place of their uses. */
  hasCallees?: boolean;
}

export interface SinceRequest {
  op: "since";
  files: readonly ChangedFile[];
  filter: UsesFilter;
}

export interface RenameRequest {
  op: "rename";
  /** A name or name path; unused with `at`. */
  name: string;
  to: string;
  at?: { path: string; line: number; column: number };
  /** Absolute: the file or folder that declares it. */
  within?: string;
}

export type IndexRequest = FindRequest | MapRequest | RefsRequest | SinceRequest | RenameRequest;

/** Requests as the thread receives them: with the languages of third parties. */
export type ThreadRequest = (IndexRequest & { guests: readonly GuestLanguage[] }) | GuestRequest;

export async function askIndex<Answer extends object>(request: IndexRequest, context: Context): Promise<Answer> {
  const { guests, notes } = await readGuests(context, (each) => askThread(each, context));
  const answer = await askThread<Answer & { unread?: string }>({ ...request, guests }, context);
  if (notes.length === 0) return answer;
  return { ...answer, unread: [...(answer.unread === undefined ? [] : [answer.unread]), ...notes].join(". ") };
}

/** One thread holds the index. A caller that gives up does not end it, so the index it builds stays. */
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
