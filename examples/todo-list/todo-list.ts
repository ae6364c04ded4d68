/** Asks the built-in search: the plugin itself may read nothing. */
import type { Context, Outcome } from "../../core/host/plugin-api.ts";

interface Input {
  tags: string[];
  glob?: string;
}

type Match = {
  file: string;
  line_number: number;
  column: number;
  line_text: string;
};

type Todo = {
  tag: string;
  author: string | null;
  text: string;
  file: string;
  line: number;
};

export default async ({ tags, glob }: Input, context: Context): Promise<Outcome> => {
  const query = `\\b(${tags.map((tag) => tag.replace(/\W/g, "\\$&")).join("|")})\\b`;
  const found = await context.invoke("search_content", { query, ...(glob ? { include_globs: [glob] } : {}) });
  if (found.failed) return found;
  const { results = [], truncated = false } = found.value as { results?: Match[]; truncated?: boolean };
  const todos = results.map(({ file, line_number, column, line_text }): Todo => {
    const [, tag = "", author = null, text = ""] =
      /^(\w+)(?:\(([^)]*)\))?[:\s-]*(.*?)\s*(?:\*\/|-->)?$/.exec(line_text.slice(column - 1)) ?? [];
    return { tag, author, text, file: context.workspace.display(file), line: line_number };
  });
  return { value: { todos, truncated } };
};
