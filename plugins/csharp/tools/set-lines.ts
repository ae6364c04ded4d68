/** Formats rows about several symbols. Each row is a use of a symbol, or a member with its users. */
import type { RenderedRow, Row } from "../../../core/host/plugin-api.ts";

/** The number of users that we list for each member. The others are merely counted. */
const MAX_USERS = 24;

interface UseRow {
  path: string;
  line: number;
  column: number;
  kind: string;
  certainty: string;
  symbol: string;
  text: string;
  via?: string;
}

interface MemberRow {
  path: string;
  line: number;
  kind: string;
  symbol_path: string;
  uses?: number;
  possible: number;
  files: number;
  users: Record<string, string[]>;
  /** The lines of each user. */
  lines: Record<string, number[][]>;
  reached?: string;
}

export function setLines({ row }: RenderedRow<UseRow | MemberRow>): Row[] {
  return [{ text: "users" in row ? memberText(row) : textOfUse(row), location: placeOf(row) }];
}

function placeOf(row: UseRow | MemberRow): NonNullable<Row["location"]> {
  return {
    absolute: row.path,
    display: row.path,
    startLine: row.line,
    startColumn: "column" in row ? row.column : 1,
  };
}

function textOfUse({ kind, certainty, symbol, text, via }: UseRow): string {
  const sure = certainty === "certain" ? "" : `${certainty} `;
  return `  ${sure}${kind} in ${symbol}${via === undefined ? "" : ` via ${via}`}: ${text}`;
}

function memberText({ kind, symbol_path: path, uses, possible, files, users, lines, reached }: MemberRow): string {
  const name = path.slice(path.indexOf("/") + 1);
  // It is used, so it doesn't matter if there are other ways to reach it.
  const note = reached === undefined || (uses ?? 0) > 0 ? "" : ` (${reached})`;
  if (uses === undefined) return `${kind} ${name}: not used by name, so not searched for${note}`;
  if (uses === 0) return `${kind} ${name}: no use${note}`;
  const unsure = possible === 0 ? "" : `, ${possible} possible`;
  const by = Object.entries(users).map(
    ([how, names]) => `${how}: ${listed(names.map((name, at) => `${name} (${lines[how]?.[at]?.join(", ")})`))}`,
  );
  return `${kind} ${name}: ${uses} ${uses === 1 ? "use" : "uses"} in ${files} ${files === 1 ? "file" : "files"}${unsure}${note}; ${by.join("; ")}`;
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_USERS;
  return rest > 1 ? `${names.slice(0, MAX_USERS).join(", ")} and ${rest} more` : names.join(", ");
}
