/** Tool `find_symbols`: finds declarations in repositories that were indexed with ctags. */
import { type Context, JigError, type JsonObject, type Outcome, toJigError } from "../../core/host/plugin-api.ts";
import type { FindSymbolsInput } from "./find-symbols-schema.ts";
import { escaped, fileQuery, repoQuery, symbolQuery } from "./query/zoekt-query.ts";
import { REPO_PREFIX } from "./repo-catalog.ts";
import { type RequestOptions, searchSymbols } from "./server/zoekt-api.ts";
import { addGap, type Gaps, groupByServer, type ServerRoots } from "./server-roots.ts";
import type { ZoektService } from "./service.ts";
import { factsOfTrees, filesByRepo, filesOfTree, requireFolder } from "./tree-files.ts";
import { mayHoldMatch, unindexedWarning } from "./unindexed-files.ts";

const MAX_FILES = 20_000;
const MAX_SYMBOLS = 50_000;
const WITHIN_MS = 25_000;
const MAX_NAMED = 5;
const LONGEST_LINE = 500;

type Row = JsonObject & { file: string; line_number: number; column: number };

export default async function findSymbols(input: FindSymbolsInput, context: Context): Promise<Outcome> {
  const service = await context.service<ZoektService>();
  if (service.servers.length === 0) {
    throw new JigError("UNAVAILABLE", "No Zoekt server is configured", {
      hint: "Start jig with --zoekt URL, or set JIG_ZOEKT",
    });
  }
  const roots = input.roots ?? [REPO_PREFIX];
  const local = roots.find((root) => !root.startsWith(REPO_PREFIX));
  if (local !== undefined) {
    throw new JigError(
      "INVALID_ARGUMENT",
      `roots has ${JSON.stringify(local.slice(0, 200))}, which is not a repo: root`,
      {
        hint: "list_repos lists the available ones; for folders on this machine, use the tools for their languages",
      },
    );
  }
  const known = await service.repos.known(WITHIN_MS / 3);
  if (known.failures.size === service.servers.length)
    throw new JigError("UNAVAILABLE", [...known.failures.values()].join(". "));
  const gaps: Gaps = { warnings: [], incomplete: false };
  const groups = groupByServer(roots, known, gaps);
  for (const failure of known.failures.values()) addGap(gaps, `Not searched: ${failure}`);
  const able = withSymbols(groups, gaps);
  const requestOptions: RequestOptions = { net: service.net, signal: context.signal, withinMs: WITHIN_MS };
  const rows: Row[] = [];
  for (const found of await Promise.all(able.map((group) => onServer(group, input, service, requestOptions, gaps))))
    rows.push(...found);
  rows.sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line_number - b.line_number || a.column - b.column,
  );
  const shown = rows.slice(0, MAX_SYMBOLS);
  const value: JsonObject = {
    success: true,
    count: shown.length,
    total_count: rows.length,
    truncated: rows.length > shown.length,
    ...(gaps.incomplete ? { at_least: true } : {}),
    symbols: shown,
    ...(gaps.warnings.length > 0 ? { warnings: gaps.warnings } : {}),
  };
  return { value };
}

/** Roots with symbols in their index. Throws if there are none, because "no symbols" would be misleading. */
function withSymbols(groups: readonly ServerRoots[], gaps: Gaps): ServerRoots[] {
  const without = groups
    .flatMap(({ roots }) => roots.filter(({ tree }) => !tree.repo.symbols))
    .map(({ tree }) => tree.name);
  const able = groups
    .map(({ server, roots }) => ({ server, roots: roots.filter(({ tree }) => tree.repo.symbols) }))
    .filter(({ roots }) => roots.length > 0);
  if (without.length === 0) return able;
  const more = without.length - MAX_NAMED;
  const named = without.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const why = `The index of ${named} has no symbols: it was made without universal-ctags`;
  if (able.length === 0 && !gaps.incomplete) {
    throw new JigError("UNAVAILABLE", why, {
      hint: "Index with zoekt-git-index -require_ctags, or use search_content",
    });
  }
  addGap(gaps, why);
  return able;
}

async function onServer(
  group: ServerRoots,
  input: FindSymbolsInput,
  service: ZoektService,
  requestOptions: RequestOptions,
  gaps: Gaps,
): Promise<Row[]> {
  try {
    return await symbolsOn(group, input, service, requestOptions, gaps);
  } catch (error) {
    requestOptions.signal.throwIfAborted();
    const { code, advice } = toJigError(error);
    if (code === "PATH_NOT_FOUND" || code === "INVALID_ARGUMENT") throw error;
    addGap(gaps, `Not searched: ${advice}`);
    return [];
  }
}

async function symbolsOn(
  { server, roots }: ServerRoots,
  { name, match = "exact", ignore_case = false, kinds }: FindSymbolsInput,
  service: ZoektService,
  requestOptions: RequestOptions,
  gaps: Gaps,
): Promise<Row[]> {
  const only = roots.length === 1 && roots[0]?.path !== "" ? roots[0] : undefined;
  const query = [
    repoQuery([...new Set(roots.map(({ tree }) => tree.repo.name))]),
    symbolQuery(name, match, ignore_case),
    ...(only ? [fileQuery(`^${escaped(only.path)}/`)] : []),
  ];
  const [answer, facts] = await Promise.all([
    searchSymbols(server, query.join(" "), requestOptions, MAX_FILES),
    factsOfTrees(roots, service, requestOptions),
  ]);
  const byRepo = filesByRepo(answer, server, gaps);
  const rows = new Map<string, Row>();
  for (const { tree, path: below } of roots) {
    const files = filesOfTree(byRepo, tree, service, gaps);
    if (!files) continue;
    const inside = (path: string) => below === "" || path.startsWith(`${below}/`);
    const own = facts.get(tree);
    if (!own || "failure" in own)
      addGap(gaps, `What the index of ${tree.name} leaves out is not known${own ? `: ${own.failure}` : ""}`);
    else {
      const left = own.left.filter(({ path, why }) => inside(path) && mayHoldMatch(path, why, name.length));
      if (left.length > 0) addGap(gaps, unindexedWarning(tree, left));
    }
    const within = files.filter(({ path }) => inside(path));
    if (below !== "" && within.length === 0) await requireFolder(tree, below, requestOptions);
    for (const { path, symbols } of within) {
      for (const each of symbols) {
        if (kinds && !kinds.includes(each.kind)) continue;
        const file = `${tree.name}/${path}`;
        rows.set(`${file}\0${each.line}\0${each.column}\0${each.kind}`, {
          file,
          line_number: each.line,
          column: each.column,
          name: each.name,
          kind: each.kind,
          container: each.container === "" ? null : each.container,
          line_text: each.text.slice(0, LONGEST_LINE),
        });
      }
    }
  }
  return [...rows.values()];
}
