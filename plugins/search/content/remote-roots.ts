/**
 * Supports remote roots such as `repo:…`. We fetch everything that may match and search it locally, but show it under its
 * remote path.
 */

import type { Context, FetchedFolders, RemoteQuery } from "../../../core/host/plugin-api.ts";
import { literalGlob } from "../../../core/host/plugin-api.ts";
import type { Target } from "../ripgrep/query.ts";
import { globsOfTypes } from "../ripgrep/type-globs.ts";
import type { Warnings } from "../ripgrep/warnings.ts";
import type { SearchRequest } from "./request.ts";

type FetchContext = Pick<Context, "workspace" | "files" | "run" | "signal" | "clock" | "fetchCandidates">;

export interface FetchedRoots {
  local: string[] | undefined;
  folders: FetchedFolders["folders"];
}

/** Matches schemes like `repo:`. Neither drive letters nor line ranges (`main.go:1-20`) count as a scheme. */
const REMOTE = /^[a-z][a-z0-9+.-]+:(?![\d:-]+$)/;

export async function fetchForRequest(
  context: FetchContext,
  request: SearchRequest,
  warnings: Warnings,
): Promise<FetchedRoots> {
  const { roots, query, timeoutMs } = request;
  if (!roots?.some(isRemote)) return { local: roots, folders: [] };
  const remoteQuery: RemoteQuery = {
    patterns: query.patterns,
    fixedStrings: query.fixedStrings,
    caseMode: query.caseMode,
    multiline: query.multiline,
    includeGlobs: query.includeGlobs,
    typeGlobs: await globsOfTypes(context, query.types, context.workspace.roots[0]!.path),
    noIgnore: query.noIgnore,
    further: [
      ...(query.encoding === undefined ? [] : ["encoding"]),
      ...(query.followSymlinks ? ["follow_symlinks"] : []),
    ],
    withinMs: timeoutMs,
  };
  return await fetchRoots(context, roots, remoteQuery, warnings);
}

export function isRemote(root: string): boolean {
  return REMOTE.test(root);
}

export async function fetchRoots(
  context: Pick<Context, "fetchCandidates">,
  roots: string[],
  query: RemoteQuery,
  warnings: Warnings,
): Promise<FetchedRoots> {
  if (!roots.some(isRemote)) return { local: roots, folders: [] };
  const fetched = await context.fetchCandidates(roots, query);
  for (const warning of fetched.warnings) warnings.add(warning);
  if (fetched.incomplete) warnings.incomplete = true;
  return { local: fetched.local, folders: fetched.folders };
}

/**
 * Returns the targets for fetched folders. Files which also exist in a local checkout are left out, since the checkout is
 * newer.
 */
export async function fetchedTargets(
  context: FetchContext,
  folders: FetchedRoots["folders"],
  local: readonly Target[],
  noIgnore: boolean,
  warnings: Warnings,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const folder of folders) {
    const { tree, path } = folder;
    const { whole, parts } = await supersededBy(context, folder, local, warnings, "searched");
    const without = parts.map(literalGlob);
    if (!whole) targets.push({ cwd: tree, paths: [path], explicit: false, noIgnore, fetched: true, without });
  }
  return targets;
}

/** Determines which parts of a remote tree are checked out locally. This is either everything or a list of folders, such as `/src`. */
export async function supersededBy(
  context: Pick<Context, "files">,
  { name, origins }: FetchedRoots["folders"][number],
  local: readonly Pick<Target, "cwd" | "paths">[],
  warnings: Warnings,
  done: "searched" | "listed",
): Promise<{ whole: boolean; parts: string[] }> {
  const parts: string[] = [];
  let whole = false;
  for (const { cwd, paths } of local) {
    if (!(await isCheckout(context, cwd, origins))) continue;
    for (const own of paths) {
      if (own === cwd) whole = true;
      else parts.push(own.slice(cwd.length));
      warnings.add(`${name} is ${done} in its checkout ${own}`);
    }
  }
  return { whole, parts };
}

/** Returns a function that converts paths to the caller's names, or undefined if everything is local. */
export function namerOf(
  targets: readonly Pick<Target, "cwd" | "fetched">[],
  { display }: Context["workspace"],
): ((path: string) => string) | undefined {
  const trees = targets.filter(({ fetched }) => fetched).map(({ cwd }) => cwd);
  if (trees.length === 0) return undefined;
  return (path) => (trees.some((tree) => path === tree || path.startsWith(`${tree}/`)) ? display(path) : path);
}

/** Replaces the paths of fetched folders in a message with the names that the caller knows. */
export function namedIn(
  message: string,
  targets: readonly Pick<Target, "cwd" | "fetched">[],
  { display }: Context["workspace"],
): string {
  let named = message;
  for (const { cwd, fetched } of targets) if (fetched) named = named.replaceAll(cwd, display(cwd));
  return named;
}

async function isCheckout(
  { files }: Pick<Context, "files">,
  root: string,
  origins: readonly string[],
): Promise<boolean> {
  const config = await files.readText(`${root}/.git/config`).catch(() => undefined);
  if (!config) return false;
  const remotes = [...config.text.matchAll(/^\s*url\s*=\s*(\S+)\s*$/gm)].map(([, url]) => plain(url!));
  return origins
    .map(plain)
    .some((origin) =>
      remotes.some((remote) => remote === origin || (origin.includes("/") && remote.endsWith(`/${origin}`))),
    );
}

/** Converts the URL of a clone to `host/org/name`. */
function plain(url: string): string {
  const place = url.replace(/^[a-z+]+:\/\//i, "").replace(/^[^@/]+@/, "");
  return place
    .replace(/^([^/:]+):(?:\d+\/)?/, "$1/")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .toLowerCase();
}
