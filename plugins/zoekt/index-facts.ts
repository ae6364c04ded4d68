/**
 * Index data needed for searching a version: ignore files, files that the server hasn't indexed, and files with unusual case
 * folding. It's immutable, so fetch it once and cache it.
 */

import { createHash } from "node:crypto";
import { type Cache, isObject, parseJson } from "../../core/host/plugin-api.ts";
import { fileQuery, repoQuery } from "./query/zoekt-query.ts";
import type { Tree } from "./repo-catalog.ts";
import { type RequestOptions, searchFiles } from "./server/zoekt-api.ts";
import { skipReason } from "./unindexed-files.ts";

export interface IndexFacts {
  /** Ignore files. */
  rules: string[];
  /** Files with ſ or the Kelvin sign. Ignoring case, ripgrep matches these with ASCII letters but Zoekt doesn't. */
  folding: string[];
  /** Files that aren't indexed, with the reason. */
  left: { path: string; why: string }[];
}

const MARK = "NOT-INDEXED: ";
const RULES = "(?:^|/)\\.(?:gitignore|ignore|rgignore)$";
const MOST = 50_000;
const MAX_CACHED = 5000;

export class IndexFactsCache {
  private readonly cache: Cache;
  private readonly known = new Map<string, IndexFacts>();

  constructor(cache: Cache) {
    this.cache = cache;
  }

  /** Undefined if the response was truncated. Throws the errors of `requestOptions`. */
  async get(tree: Tree, requestOptions: RequestOptions): Promise<IndexFacts | undefined> {
    const key = `facts-${createHash("sha256").update(`${tree.repo.name}\0${tree.branch}\0${tree.version}`).digest("hex").slice(0, 32)}`;
    const known = this.known.get(key) ?? (await this.cached(key));
    if (known) return this.remember(key, known);
    const facts = await fetchFacts(tree, requestOptions);
    if (!facts) return undefined;
    await this.cache.write(key, Buffer.from(JSON.stringify(facts)));
    return this.remember(key, facts);
  }

  private remember(key: string, facts: IndexFacts): IndexFacts {
    this.known.set(key, facts);
    const [oldest = ""] = this.known.keys();
    if (this.known.size > MAX_CACHED) this.known.delete(oldest);
    return facts;
  }

  private async cached(key: string): Promise<IndexFacts | undefined> {
    const bytes = await this.cache.read(key);
    if (!bytes) return undefined;
    try {
      const facts = parseJson(Buffer.from(bytes).toString("utf8"));
      return isFacts(facts) ? facts : undefined;
    } catch {
      return undefined;
    }
  }
}

async function fetchFacts(tree: Tree, requestOptions: RequestOptions): Promise<IndexFacts | undefined> {
  const { server, name } = tree.repo;
  const repo = repoQuery([name]);
  const ask = (query: string) => searchFiles(server, `${repo} ${query}`, requestOptions, { most: MOST });
  const answers = await Promise.all([
    ask(`type:file ${fileQuery(RULES)}`),
    ask(`type:file ((content:"ſ" case:yes) or (content:"\u212a" case:yes))`),
    ask(`(content:"${MARK}" case:yes)`),
  ]);
  if (answers.some(({ gaps, count, files }) => gaps.length > 0 || count > files.length)) return undefined;
  const [rules = [], folding = [], marked = []] = answers.map(({ files }) =>
    files.filter(({ branches }) => branches.includes(tree.branch) || branches.length === 0),
  );
  return {
    rules: rules.map(({ path }) => path),
    folding: folding.map(({ path }) => path),
    left: marked.flatMap(({ path, line }) => {
      const why = skipReason(line);
      return why === undefined ? [] : [{ path, why }];
    }),
  };
}

function isFacts(value: unknown): value is IndexFacts {
  return isObject(value) && Array.isArray(value.left);
}
