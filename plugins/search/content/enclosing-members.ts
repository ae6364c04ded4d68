/** Groups rows by their enclosing member, if we know the language. */
import { type Context, type FileSymbol, toJigError } from "../../../core/host/plugin-api.ts";
import { clip, type MatchRow } from "./match-rows.ts";

/** A member and its matches. Matches outside of any member are in a group that has no name. */
export interface Member {
  file: string;
  /** The name of the member, qualified by its container as in `Outer.Name`. */
  member: string | null;
  kind: string | null;
  start_line: number | null;
  end_line: number | null;
  /** Set if we had to leave out some lines. */
  body_cut?: true;
  matches: Omit<MatchRow, "file">[];
}

export interface EnclosingOptions {
  context: Pick<Context, "symbols" | "files" | "clock">;
  /** True if all lines of a member should be returned, and not just its matches. */
  body: boolean;
  /** The deadline on the monotonic clock. */
  until: number;
  warn(message: string): void;
}

/** The number of files to parse at the same time. Each of them keeps one core busy. */
const AT_ONCE = 4;
/** The maximum number of lines of a member. */
const MAX_BODY_LINES = 400;

/** Finds the members around rows, which must be sorted by file and line. */
export async function enclosingMembers(rows: readonly MatchRow[], enclosing: EnclosingOptions): Promise<Member[]> {
  const files = [...Map.groupBy(rows, ({ file }) => file)];
  const members: Member[][] = files.map(() => []);
  let next = 0;
  const work = async () => {
    for (let at = next++; at < files.length; at = next++) {
      const [file, own] = files[at]!;
      members[at] = await membersIn(file, own, enclosing);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return members.flat();
}

async function membersIn(file: string, rows: readonly MatchRow[], enclosing: EnclosingOptions): Promise<Member[]> {
  const symbols = await symbolsOf(file, enclosing);
  const members = new Map<FileSymbol | undefined, Member>();
  for (const { file: _, ...row } of rows) {
    const symbol = innermost(symbols, row.line_number);
    const known = members.get(symbol);
    if (known) known.matches.push(row);
    else members.set(symbol, memberOf(file, symbol, row));
  }
  if (enclosing.body) await addBodies(file, [...members.values()], enclosing);
  return [...members.values()];
}

async function symbolsOf(file: string, { context, until, warn }: EnclosingOptions): Promise<readonly FileSymbol[]> {
  if (context.clock.monotonic() > until) {
    warn("Time ran out before the members of all files were known");
    return [];
  }
  try {
    return (await context.symbols(file)) ?? [];
  } catch (error) {
    warn(`The members of ${file} are not known: ${toJigError(error).message}`);
    return [];
  }
}

/** Returns the shortest member around the line. If there are several, it is the one that begins later. */
function innermost(symbols: readonly FileSymbol[], line: number): FileSymbol | undefined {
  let best: FileSymbol | undefined;
  for (const symbol of symbols) {
    if (line < symbol.startLine || line > symbol.endLine) continue;
    const longer = best && symbol.endLine - symbol.startLine > best.endLine - best.startLine;
    if (!longer) best = symbol;
  }
  return best;
}

function memberOf(file: string, symbol: FileSymbol | undefined, row: Omit<MatchRow, "file">): Member {
  if (!symbol) return { file, member: null, kind: null, start_line: null, end_line: null, matches: [row] };
  const { name, kind, container, startLine, endLine } = symbol;
  const member = container === null || container === "" ? name : `${container}.${name}`;
  return { file, member, kind, start_line: startLine, end_line: endLine, matches: [row] };
}

/** Attaches the lines of each member to its matches, in the form of context. No line is repeated. */
async function addBodies(file: string, members: readonly Member[], { context, warn }: EnclosingOptions): Promise<void> {
  let lines: string[];
  try {
    lines = (await context.files.readText(file)).text.split(/\r?\n/);
  } catch (error) {
    warn(`The members of ${file} could not be read: ${toJigError(error).message}`);
    return;
  }
  for (const member of members) {
    if (member.start_line === null || member.end_line === null) continue;
    const end = Math.min(member.end_line, member.start_line + MAX_BODY_LINES - 1);
    if (end < member.end_line) member.body_cut = true;
    const shown = (from: number, to: number) => lines.slice(from - 1, Math.min(to, end)).map(clip);
    let from = member.start_line;
    for (const row of member.matches) {
      row.context_before = shown(from, row.line_number - 1);
      row.context_after = [];
      from = Math.max(from, (row.end_line ?? row.line_number) + 1);
    }
    member.matches.at(-1)!.context_after = shown(from, member.end_line);
  }
}
