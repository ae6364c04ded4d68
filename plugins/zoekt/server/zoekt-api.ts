/** Client for the JSON API of `zoekt-webserver -rpc`. Responses are validated field by field. */
import { isObject, JigError, type Json, type JsonObject, type Net, parseJson } from "../../../core/host/plugin-api.ts";
import type { Server } from "./configured-servers.ts";
import { type SymbolsOfFile, symbolsOf } from "./symbol-matches.ts";
import { post } from "./zoekt-http.ts";

export interface Repo {
  server: Server;
  name: string;
  branches: { name: string; version: string }[];
  url: string;
  files: number;
  bytes: number;
  indexedAt: string;
  symbols: boolean;
}

export interface FileMatch {
  path: string;
  repo: string;
  version: string;
  branches: string[];
  /** First matching line, if requested. */
  line: string;
  inName: boolean;
  data: Uint8Array | undefined;
}

export interface ZoektAnswer<File> {
  files: File[];
  /** Total number of files, even if the list is truncated. */
  count: number;
  /** Reasons given by the server for incomplete results. */
  gaps: string[];
}

export interface RequestOptions {
  net: Net;
  signal: AbortSignal;
  withinMs: number;
}

/** We never want results to be cut by a match count, so use a number no shard can reach. */
const NO_LIMIT = 1_000_000_000;
/** Tell the server to stop early, so that its partial result arrives before our own timeout. */
const SERVER_SHARE = 0.7;
const NANOSECONDS = 1_000_000;

export async function listRepos(server: Server, requestOptions: RequestOptions): Promise<Repo[]> {
  const list = await request(server, "/api/list", { Q: "type:repo", Opts: { Field: 0 } }, "List", requestOptions);
  const repos = list.Repos ?? [];
  if (!Array.isArray(repos)) throw strange(server, "List.Repos");
  return repos.flatMap((each) => repoOf(server, each) ?? []);
}

/** Returns at most `most` files. Throws UNAVAILABLE, TIMEOUT, CANCELLED. */
export async function searchFiles(
  server: Server,
  query: string,
  requestOptions: RequestOptions,
  options: { most: number; whole?: boolean },
): Promise<ZoektAnswer<FileMatch>> {
  const opts = { ...limits(requestOptions, options.most), ...(options.whole ? { Whole: true } : {}) };
  return await runSearch(server, query, opts, requestOptions, (file) => matchOf(server, file, options.whole ?? false));
}

/** Returns at most `most` symbols, by file. */
export async function searchSymbols(
  server: Server,
  query: string,
  requestOptions: RequestOptions,
  most: number,
): Promise<ZoektAnswer<SymbolsOfFile>> {
  const opts = { ...limits(requestOptions, most), ChunkMatches: true };
  return await runSearch(server, query, opts, requestOptions, (file) =>
    symbolsOf(file, (what) => strange(server, what)),
  );
}

function limits({ withinMs }: RequestOptions, most: number): JsonObject {
  return {
    ShardMaxMatchCount: NO_LIMIT,
    TotalMaxMatchCount: NO_LIMIT,
    MaxDocDisplayCount: most,
    MaxWallTime: Math.round(withinMs * SERVER_SHARE) * NANOSECONDS,
  };
}

async function runSearch<File>(
  server: Server,
  query: string,
  opts: JsonObject,
  requestOptions: RequestOptions,
  read: (file: Json) => File,
): Promise<ZoektAnswer<File>> {
  const result = await request(server, "/api/search", { Q: query, Opts: opts }, "Result", requestOptions);
  const files = result.Files ?? [];
  if (!Array.isArray(files)) throw strange(server, "Result.Files");
  const matches = files.map(read);
  const count = numberOf(result.FileCount);
  const gaps: string[] = [];
  if (numberOf(result.Crashes) > 0) gaps.push(`${result.Crashes} of its shards crashed`);
  if (numberOf(result.ShardsSkipped) > 0) gaps.push(`${result.ShardsSkipped} of its shards were not searched in time`);
  if (numberOf(result.FilesSkipped) > 0) gaps.push(`${result.FilesSkipped} files were not examined in time`);
  return { files: matches, count: Math.max(count, matches.length), gaps };
}

async function request(
  server: Server,
  path: string,
  body: JsonObject,
  member: string,
  { net, signal, withinMs }: RequestOptions,
): Promise<JsonObject> {
  const { status, text } = await post(net, { server, path, body: JSON.stringify(body), withinMs, signal });
  const answer = parsed(text);
  if (status !== 200) throw refused(server, status, answer);
  const found = isObject(answer) ? answer[member] : undefined;
  if (found === undefined || !isObject(found)) throw strange(server, member);
  return found;
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

function repoOf(server: Server, entry: Json): Repo | undefined {
  if (!isObject(entry) || !isObject(entry.Repository)) throw strange(server, "List.Repos");
  const { Repository, IndexMetadata, Stats } = entry;
  const { Name, Branches, URL: url, HasSymbols, Tombstone } = Repository;
  if (typeof Name !== "string" || Name === "") throw strange(server, "Repository.Name");
  if (Tombstone === true) return undefined;
  const metadata = IndexMetadata !== undefined && isObject(IndexMetadata) ? IndexMetadata : {};
  const stats = Stats !== undefined && isObject(Stats) ? Stats : {};
  // An indexed folder has no commit, so use the index itself as the version.
  const index = String(metadata.ID ?? "") || String(metadata.IndexTime ?? "").replace(/[^0-9A-Za-z.-]/g, "-");
  const branches = (Array.isArray(Branches) ? Branches : []).flatMap((branch) => {
    if (!isObject(branch) || typeof branch.Name !== "string" || branch.Name === "") return [];
    return [{ name: branch.Name, version: typeof branch.Version === "string" ? branch.Version : "" }];
  });
  if (branches.length === 0) branches.push({ name: "HEAD", version: "" });
  return {
    server,
    name: Name,
    branches: branches.map(({ name, version }) => ({ name, version: version === "" ? `index-${index}` : version })),
    url: typeof url === "string" ? url : "",
    files: numberOf(stats.Documents),
    bytes: numberOf(stats.ContentBytes),
    indexedAt: typeof metadata.IndexTime === "string" ? metadata.IndexTime : "",
    symbols: HasSymbols === true,
  };
}

function matchOf(server: Server, file: Json, whole: boolean): FileMatch {
  if (!isObject(file) || typeof file.FileName !== "string" || typeof file.Repository !== "string") {
    throw strange(server, "Result.Files");
  }
  const lines = Array.isArray(file.LineMatches) ? file.LineMatches : [];
  const first = lines[0];
  const line = first !== undefined && isObject(first) ? first : {};
  const content = file.Content ?? "";
  if (typeof content !== "string") throw strange(server, "Content");
  return {
    path: file.FileName,
    repo: file.Repository,
    version: typeof file.Version === "string" ? file.Version : "",
    branches: Array.isArray(file.Branches) ? file.Branches.filter((each) => typeof each === "string") : [],
    line: typeof line.Line === "string" ? Buffer.from(line.Line, "base64").toString("utf8") : "",
    inName: line.FileName === true,
    // The response omits the content of empty files.
    data: whole ? Buffer.from(content, "base64") : undefined,
  };
}

function numberOf(value: Json | undefined): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

function refused({ url }: Server, status: number, answer: Json): JigError {
  const reason = isObject(answer) && typeof answer.Error === "string" ? `: ${answer.Error.slice(0, 300)}` : "";
  const hint =
    status === 401 || status === 403
      ? "Put its token into JIG_ZOEKT_TOKEN"
      : status === 404
        ? "Start zoekt-webserver with -rpc: otherwise it has no JSON API"
        : undefined;
  return new JigError("UNAVAILABLE", `${url} answered ${status}${reason}`, hint === undefined ? {} : { hint });
}

function strange({ url }: Server, what: string): JigError {
  return new JigError("UNAVAILABLE", `${url} answered with something other than Zoekt's JSON (${what})`, {
    hint: "Check that the URL is that of a zoekt-webserver started with -rpc",
  });
}
