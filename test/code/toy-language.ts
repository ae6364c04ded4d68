/** Sample sources in a language that a plugin adds, and functions that query them. */
import { runJig } from "../jig.ts";

export const SOURCES = {
  "a.toy":
    "-- Adds.\n-- Twice.\nfunction add(x, y)\n  local sum = x\n  return sum\nend\nfunction shop.sell(x) return add(x, 1) end\n",
  "b.toy": "add(1, 2)\nfunction other(add) return add end\nshop.sell(3)\n",
  "c.py": "def add(): pass\n",
};

export interface Found {
  results: { symbol_path: string; signature: string; line: number; column: number; documentation?: string }[];
  uses: { path: string; line: number; column: number; kind: string; certainty: string }[];
  declarations: { symbol_path: string; certain: number; possible: number }[];
  symbols: { name: string }[];
  other: number;
  unread?: string;
  level?: string;
}

export function ask(root: string, plugin: string, tool: string, input: object): Found {
  const args = ["call", tool, JSON.stringify(input), "--as", "json", "--plugins", plugin];
  return JSON.parse(runJig(args, { cwd: root }).stdout);
}

export function places({ uses }: Found): string[] {
  return uses.map(
    ({ path, line, column, kind, certainty }) =>
      `${path}:${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}
