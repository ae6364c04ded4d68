/** Implements jumps. These are the links of the row itself, and those that its language has for the name at this place. */
import { extname } from "node:path";
import {
  type Link,
  type LinkRel,
  type Location,
  type NamePlace,
  type Row,
  toJigError,
} from "../../core/host/frontend-api.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { nameUnderCursor, readerLines } from "../state/source-reader.ts";
import { nameAt, namesIn } from "../text/names-in-line.ts";
import type { SessionContext } from "./session-context.ts";

export interface Jumps {
  rels(state: ExplorerState, row: Row | undefined): LinkRel[];
  /** Returns the links. If the row isn't about a symbol, we may have to look for the name in the source first. */
  links(row: Row | undefined, rel: LinkRel | undefined): Link[] | Promise<Link[]>;
  /** Returns undefined if we don't know the name. */
  name(place: Location, row: Row): Promise<NamePlace | undefined>;
  forget(): void;
}

/** The number of lines in which we look for the name of a declaration, since attributes and comments come before it. */
const BELOW = 6;

/** Returns the kind, which is set for declarations. */
function kindOf(row: Row | undefined): { kind?: string } {
  const kind = row?.cells?.kind;
  return typeof kind === "string" ? { kind } : {};
}

export function createJumps(context: SessionContext): Jumps {
  // Jumps are declared for each language and kind, so both the extension and the kind matter.
  const byEnding = new Map<string, LinkRel[]>();

  function relsOfFile(path: string, row?: Row): LinkRel[] {
    const key = `${extname(path).toLowerCase()} ${kindOf(row).kind ?? ""}`;
    const known = byEnding.get(key);
    if (known) return known;
    const place = { path, word: "name", line: 1, column: 1, ...kindOf(row) };
    const rels = context.host.jumps(place).map(({ rel }) => rel);
    byEnding.set(key, rels);
    return rels;
  }

  function placeOfName({ overlay, preview }: ExplorerState): NamePlace | undefined {
    if (overlay?.kind !== "reader") return undefined;
    const name = nameUnderCursor(overlay, readerLines(overlay, preview));
    if (!name) return undefined;
    return { path: overlay.place.absolute, word: name.text, line: overlay.list.cursor + 1, column: name.start + 1 };
  }

  /** Returns the name at the column of the row, or the one that is declared on its line. */
  async function nameOfRow(location: Location, row: Row): Promise<NamePlace | undefined> {
    const { absolute } = await context.host.workspace.resolve(location.absolute);
    const lines = await context.ports.readLines(absolute);
    const at = (line: number, name: ReturnType<typeof nameAt>): NamePlace | undefined =>
      name && { path: absolute, word: name.text, line, column: name.start + 1 };
    const pointed = location.startColumn > 1 || row.marks !== undefined;
    const line = lines[location.startLine - 1] ?? "";
    // In `fn search` or `victim.Suffer`, we want the last word.
    const found = (row.marks?.[0] ?? [0, 0]).reduce((start, end) => end - start);
    const last = namesIn(line).findLast(({ start }) => start < location.startColumn - 1 + found);
    const here = pointed
      ? last && last.start >= location.startColumn - 1
        ? last
        : nameAt(line, location.startColumn - 1)
      : undefined;
    if (here) return at(location.startLine, here);
    const symbols = (await context.host.symbols(absolute).catch(() => undefined)) ?? [];
    const own = symbols
      .filter(({ startLine, endLine }) => startLine <= location.startLine && location.startLine <= endLine)
      .sort((a, b) => b.startLine - a.startLine);
    for (const symbol of own) {
      for (let line = symbol.startLine; line <= Math.min(symbol.startLine + BELOW, symbol.endLine); line++) {
        const name = namesIn(lines[line - 1] ?? "").find(({ text }) => text === symbol.name);
        if (name) return at(line, name);
      }
    }
    return undefined;
  }

  const wanted = (links: readonly Link[], rel: LinkRel | undefined) =>
    links.filter((link) => rel === undefined || link.rel === rel);

  async function withDeclared(row: Row, location: Location, own: Link[], rel: LinkRel | undefined): Promise<Link[]> {
    const declared = await nameOfRow(location, row).catch((error) => {
      context.notify("warning", toJigError(error).message);
      return undefined;
    });
    const known = new Set(own.map((link) => link.rel));
    return [
      ...own,
      ...(declared
        ? wanted(context.host.jumps({ ...declared, ...kindOf(row) }), rel).filter((link) => !known.has(link.rel))
        : []),
    ];
  }

  return {
    rels(state, row) {
      if (state.overlay?.kind === "reader") return placeOfName(state) ? relsOfFile(state.overlay.place.absolute) : [];
      const own = (row?.links ?? []).map(({ rel }) => rel);
      return [...new Set([...own, ...(row?.location ? relsOfFile(row.location.absolute, row) : [])])];
    },
    links(row, rel) {
      const name = placeOfName(context.state());
      if (name) return wanted(context.host.jumps(name), rel);
      const own = wanted(row?.links ?? [], rel);
      if (!row?.location || (rel !== undefined && own.length > 0)) return own;
      return withDeclared(row, row.location, own, rel);
    },
    name: nameOfRow,
    forget: () => byEnding.clear(),
  };
}
