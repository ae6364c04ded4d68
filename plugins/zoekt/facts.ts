/**
 * What a search must know of a version beside its files that match: those with ignore rules, those that the server left out of its
 * index, and those whose letters fold otherwise. It never changes, so it is asked once and kept.
 */

import { createHash } from "node:crypto";
import type { Cache } from "../../core/host/plugin-api.ts";
import { isObject, type Json } from "../../core/host/plugin-api.ts";
import { fileQuery, repoQuery } from "./query/zoekt-query.ts";
import type { Tree } from "./repos.ts";
import { type Asking, search } from "./server/api.ts";

export interface Facts {
  /** Files with ignore rules. */
  rules: string[];
  /** Files with a letter that ripgrep takes for an ASCII one where case does not count, and Zoekt does not: ſ and the Kelvin sign. */
  folding: string[];
  /** Files that are not in the index, and why. */
  left: { path: string; why: string }[];
}

const MARK = "NOT-INDEXED: ";
const RULES = "(?:^|/)\\.(?:gitignore|ignore|rgignore)$";
const MOST = 50_000;
const KEPT = 5000;

/** Why a file is not in the index, of its content there; undefined where it is a file's own. */
export function leftOut(content: string): string | undefined {
  const [, why] = /^NOT-INDEXED: ((?:exceeds|contains|object) [a-z ]{5,60}|unknown skip reason)$/.exec(content) ?? [];
  return why;
}

export class FactsOf {
  private readonly cache: Cache;
  private readonly known = new Map<string, Facts>();

  constructor(cache: Cache) {
    this.cache = cache;
  }

  /** Throws what asking throws; undefined where the answer was cut. */
  async of(tree: Tree, asking: Asking): Promise<Facts | undefined> {
    const key = `facts-${createHash("sha256").update(`${tree.repo.name}\0${tree.branch}\0${tree.version}`).digest("hex").slice(0, 32)}`;
    const known = this.known.get(key) ?? (await this.kept(key));
    if (known) return this.remember(key, known);
    const facts = await asked(tree, asking);
    if (!facts) return undefined;
    await this.cache.write(key, Buffer.from(JSON.stringify(facts)));
    return this.remember(key, facts);
  }

  private remember(key: string, facts: Facts): Facts {
    this.known.set(key, facts);
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT) this.known.delete(oldest!);
    return facts;
  }

  private async kept(key: string): Promise<Facts | undefined> {
    const bytes = await this.cache.read(key);
    if (!bytes) return undefined;
    try {
      const facts = JSON.parse(Buffer.from(bytes).toString("utf8")) as Json;
      return isObject(facts) && Array.isArray(facts.left) ? (facts as unknown as Facts) : undefined;
    } catch {
      return undefined;
    }
  }
}

async function asked(tree: Tree, asking: Asking): Promise<Facts | undefined> {
  const { server, name } = tree.repo;
  const repo = repoQuery([name]);
  const ask = (query: string) => search(server, `${repo} ${query}`, asking, { most: MOST });
  const answers = await Promise.all([
    ask(`type:file ${fileQuery(RULES)}`),
    ask(`type:file ((content:"ſ" case:yes) or (content:"\u212a" case:yes))`),
    ask(`(content:"${MARK}" case:yes)`),
  ]);
  if (answers.some(({ gaps, count, files }) => gaps.length > 0 || count > files.length)) return undefined;
  const [rules, folding, marked] = answers.map(({ files }) =>
    files.filter(({ branches }) => branches.includes(tree.branch) || branches.length === 0),
  );
  return {
    rules: rules!.map(({ path }) => path),
    folding: folding!.map(({ path }) => path),
    left: marked!.flatMap(({ path, line }) => {
      const why = leftOut(line);
      return why === undefined ? [] : [{ path, why }];
    }),
  };
}
