/**
 * Holds the plugin's state on the main thread. This includes the connection to the index thread, and cached searches for later
 * pages.
 */
import { Buffer } from "node:buffer";
import { JigError, type Progress, type ServiceContext, slashed } from "../../../core/host/plugin-api.ts";
import { displayOf, Projects } from "../project/project.ts";
import { saidWhileWaiting } from "../project/said-while-waiting.ts";
import { unreadPackages, unreadScripts } from "../project/unread-packages.ts";
import { SearchDriver } from "../search/search-driver.ts";
import type { IndexRequest, NeedText, Unread } from "./requests/requests.ts";

/** The index is owned by a single thread, so we only need a single key. */
const KEY = "index";

export interface ScriptService {
  readonly searchDriver: SearchDriver;
  ask<Answer>(request: IndexRequest, call: AskOptions): Promise<Answer>;
  /** Returns the files that contain at least one of these words verbatim. */
  filesWith(
    words: readonly string[],
    where: Pick<NeedText, "directories" | "skip">,
    options: TextOptions,
  ): Promise<string[]>;
  /** Returns the text assets in the project that contain this guid, without scripts and `.meta` files. */
  assetsWith(guid: string, where: Pick<NeedText, "directories" | "skip">, signal: AbortSignal): Promise<string[]>;
  /** Returns the matches of a pattern in these assets, grouped by file. */
  matchesIn(
    pattern: string,
    where: Pick<NeedText, "directories" | "skip">,
    options: MatchOptions,
  ): Promise<AssetMatch[]>;
  /** Returns the files that match the globs but do not contain the word. */
  filesLacking(word: string, where: Pick<NeedText, "directories" | "skip">, options: MatchOptions): Promise<string[]>;
  /** Returns the path as Unity spells it, which is a virtual path for files in packages. */
  display(absolute: string): Promise<string>;
  /** Notes the parts of the project outside of the workspace, because the answer does not cover them. */
  unread(): Promise<{ unread?: string }>;
  close(): void;
}

interface AskOptions {
  signal: AbortSignal;
  progress?: (progress: Progress) => void;
}

interface MatchOptions {
  signal: AbortSignal;
  /** The globs of the files to search. */
  globs: string[];
}

interface AssetMatch {
  path: string;
  line: number;
  text: string;
}

interface TextOptions {
  signal: AbortSignal;
  ignoreCase: boolean;
  wholeWord?: boolean;
}

export async function open(context: ServiceContext): Promise<ScriptService> {
  const projects = new Projects(context);
  let refused: Unread["unread"] = { folders: [], files: [] };
  const noteRefused = ({ unread }: Unread) => {
    refused = unread;
  };
  return {
    searchDriver: new SearchDriver(context),
    ask: (request, call) => ask(context, request, call, noteRefused),
    filesWith: (words, where, { signal, ignoreCase, wholeWord }) =>
      holding(
        context,
        words,
        where,
        [
          ignoreCase ? "--ignore-case" : "--case-sensitive",
          "--text",
          "--iglob=*.cs",
          ...(wholeWord ? ["--word-regexp"] : []),
        ],
        signal,
      ),
    assetsWith: (guid, where, signal) =>
      holding(context, [guid], where, ["--case-sensitive", "--glob=!*.meta", "--iglob=!*.cs"], signal),
    matchesIn: (pattern, where, options) => matching(context, pattern, where, options),
    filesLacking: (word, where, { signal, globs }) =>
      holding(
        context,
        [word],
        where,
        ["--text", ...globs.map((glob) => `--iglob=${glob}`)],
        signal,
        "--files-without-match",
      ),
    async display(absolute) {
      return displayOf(await projects.current(), absolute, context.workspace);
    },
    async unread() {
      const notes = [unreadScripts(refused), unreadPackages(await projects.current())].filter(
        (note) => note !== undefined,
      );
      return notes.length === 0 ? {} : { unread: notes.join(". ") };
    },
    close() {},
  };
}

/**
 * Sends a request to the index thread. If it is cancelled, only the call ends. The thread goes on, so the index and a running
 * build survive.
 */
function ask<Answer>(
  context: ServiceContext,
  request: IndexRequest,
  { signal, progress }: AskOptions,
  noteRefused: (unread: Unread) => void,
): Promise<Answer> {
  const answer = saidWhileWaiting("waiting for the script index", progress, (heard) =>
    context.worker<Answer>("index", request, {
      key: KEY,
      onMessage: (message) => {
        const said = message as Progress | Unread;
        if ("unread" in said) return noteRefused(said);
        heard();
        progress?.(said);
      },
    }),
  );
  return new Promise((settle, fail) => {
    const aborted = () => fail(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener("abort", aborted, { once: true });
    answer.then(settle, fail).finally(() => signal.removeEventListener("abort", aborted));
  });
}

/** Returns the files that contain at least one of the words literally. */
async function holding(
  context: ServiceContext,
  words: readonly string[],
  { directories, skip }: Pick<NeedText, "directories" | "skip">,
  which: string[],
  signal: AbortSignal,
  how = "--files-with-matches",
): Promise<string[]> {
  if (directories.length === 0) return [];
  const args = [how, "--null", "--fixed-strings", ...which];
  for (const name of skip) args.push(`--glob=!**/${name}/**`);
  args.push(...words.map((word) => `--regexp=${word}`), "--", ...directories);
  const text = await ripgrep(context, args, signal);
  return text.split("\0").filter((path) => path !== "");
}

async function matching(
  context: ServiceContext,
  pattern: string,
  { directories, skip }: Pick<NeedText, "directories" | "skip">,
  { signal, globs }: MatchOptions,
): Promise<AssetMatch[]> {
  if (directories.length === 0) return [];
  const args = ["--only-matching", "--no-heading", "--line-number", "--with-filename", "--null", "--case-sensitive"];
  args.push(...globs.map((glob) => `--iglob=${glob}`), ...skip.map((name) => `--glob=!**/${name}/**`));
  args.push(`--regexp=${pattern}`, "--", ...directories);
  const text = await ripgrep(context, args, signal);
  return text.split("\n").flatMap((row) => {
    const [path, rest] = row.split("\0");
    const [, line, match] = /^(\d+):(.*)$/s.exec(rest ?? "") ?? [];
    return path !== undefined && match !== undefined ? [{ path, line: Number(line), text: match }] : [];
  });
}

/** Runs ripgrep and returns its output. We disable ignore files, since Unity does not know about them either. */
async function ripgrep(context: ServiceContext, which: string[], signal: AbortSignal): Promise<string> {
  const args = ["--no-config", "--no-ignore", "--hidden", "--no-messages", ...which];
  const running = await context.run({ command: "rg", args, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of running.stdout) chunks.push(chunk);
  const { code } = await running.exit;
  signal.throwIfAborted();
  // An exit code other than 0, 1 and 2 means that ripgrep did not search, so it would be wrong to say "no matches".
  if (code !== null && code > 2) throw new JigError("COMMAND_FAILED", `ripgrep exited with code ${code}`);
  return slashed(new TextDecoder().decode(Buffer.concat(chunks)));
}
