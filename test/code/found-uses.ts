/** Uses of a name, by the compiled binary. */
import { callJig } from "../jig.ts";

export interface Found {
  declarations: { symbol_path: string; certain: number; possible: number }[];
  uses: { path: string; line: number; column: number; kind: string; certainty: string; of?: string }[];
  other: number;
  note?: string;
  level?: string;
}

export function refs(root: string, input: object): Found {
  return callJig("code_refs_find", input, { cwd: root }).value as Found;
}

/** Each use as `path:line:column kind`, with `?` if it's only possible. */
export function places(root: string, input: object): string[] {
  return refs(root, input).uses.map(
    ({ path, line, column, kind, certainty }) =>
      `${path}:${line}:${column} ${kind}${certainty === "possible" ? "?" : ""}`,
  );
}
