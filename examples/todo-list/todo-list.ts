/** Asks the built-in search: the plugin itself may read nothing. */
import type { Context, Json, Outcome, Row, View } from "../../core/host/plugin-api.ts";

interface Input {
  tags: string[];
  glob?: string;
}

interface Match {
  file: string;
  line_number: number;
  column: number;
  line_text: string;
}

interface Todo {
  tag: string;
  author: string | null;
  text: string;
  file: string;
  line: number;
}

export default async ({ tags, glob }: Input, context: Context): Promise<Outcome> => {
  const query = `\\b(${tags.map((tag) => tag.replace(/\W/g, "\\$&")).join("|")})\\b`;
  const found = await context.invoke("search_content", { query, ...(glob ? { include_globs: [glob] } : {}) });
  if (found.failed) return found;
  const { results, truncated } = found.value as unknown as { results: Match[]; truncated: boolean };
  const todos = results.map(({ file, line_number, column, line_text }): Todo => {
    const [, tag = "", author = null, text = ""] =
      /^(\w+)(?:\(([^)]*)\))?[:\s-]*(.*?)\s*(?:\*\/|-->)?$/.exec(line_text.slice(column - 1)) ?? [];
    return { tag, author, text, file: context.workspace.display(file), line: line_number };
  });
  return { value: { todos: todos as unknown as Json, truncated } };
};

export const view = (value: Json): View => ({
  rows: ((value as unknown as { todos?: Todo[] }).todos ?? []).map(
    ({ tag, text, file, line }): Row => ({
      text: `${tag}: ${text}`,
      location: { absolute: file, display: file, startLine: line, startColumn: 1 },
    }),
  ),
});

export const fit = (value: Json, maxChars: number): Json | undefined => {
  const { todos, ...rest } = value as unknown as { todos: Json[] };
  let kept = todos.length;
  let cut: Json = value;
  while (kept > 0 && JSON.stringify(cut).length > maxChars) {
    kept = Math.floor(kept * 0.8);
    cut = { ...rest, todos: todos.slice(0, kept), cut: `${todos.length - kept} more: narrow with glob or tags` };
  }
  return cut;
};
