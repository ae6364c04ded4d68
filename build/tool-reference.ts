/** Generates docs/tools.md from the manifests. */
import type { Json, JsonSchema, ToolInfo } from "../core/host/frontend-api.ts";
import { BUILT_INS } from "../plugins/mod.ts";

const HEAD = `# Tools

Written by \`bun build/docs.ts\` from the manifests; a test runs the examples. \`jig describe <tool>\` prints the same at the
terminal. Over MCP the parameters are those of the tables, as in the examples' \`--input\`; on the command line each is also a flag in
kebab-case: \`include_globs\` is \`--include-globs\`.
`;

export function toolReference(tools: readonly ToolInfo[]): string {
  const sections = BUILT_INS.map((plugin) => {
    const members = tools.filter((tool) => tool.plugin === plugin.name);
    const where = plugin.when
      ? `\n\nListed where the workspace has ${eitherOf(plugin.when.workspaceHas.map(code))}${plugin.when.enforce === false ? "; its tools can still be called elsewhere" : ""}.`
      : "";
    const permissions = Object.entries(plugin.permissions)
      .map(([kind, list]) => `${kind} ${list.map((each) => `\`${each}\``).join(", ")}`)
      .join("; ");
    const head = `## ${plugin.title}\n\n${plugin.description}${where} Permissions: ${permissions || "none"}.`;
    return [head, ...members.map(toolSection)].join("\n\n");
  });
  const index = tools.map(({ name }) => `[${name}](#${name.toLowerCase()})`).join(" · ");
  return `${[HEAD, index, ...sections].join("\n\n")}\n`;
}

function toolSection(tool: ToolInfo): string {
  const rows = rowsOf(tool.inputSchema, "");
  const table =
    rows.length > 0
      ? ["| parameter | type | default | meaning |", "|---|---|---|---|", ...rows].join("\n")
      : "It takes no parameters.";
  const examples = tool.examples.map(
    ({ title, input }) => `${ended(title, ":")}\n\n\`\`\`sh\n${callLine(tool.name, input)}\n\`\`\``,
  );
  return [
    `### ${tool.name}`,
    `**${ended(tool.title, ".")}** ${effects(tool)}`,
    tool.description,
    table,
    ...examples,
  ].join("\n\n");
}

/** A question keeps its own mark. */
const ended = (title: string, mark: string) => (title.endsWith("?") ? title : `${title}${mark}`);

/** POSIX shell quoting. */
function callLine(name: string, input: Json): string {
  return `jig call ${name} --input '${JSON.stringify(input).replaceAll("'", `'\\''`)}'`;
}

/** What a caller must know before the call: what it may change. */
function effects({ effect, destructive, parameterEffects }: ToolInfo): string {
  const words = { read: "Reads only", write: "Writes", execute: "Runs code or changes the Editor" };
  const raised = Object.entries(parameterEffects).map(
    ([name, to]) => `${code(name)} makes it ${to === "write" ? "write" : "execute"}`,
  );
  const parts = [words[effect] + (destructive && effect !== "read" ? ", and may destroy data" : ""), ...raised];
  return `${parts.join("; ")}.`;
}

function rowsOf(schema: JsonSchema, prefix: string): string[] {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  return properties.flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const fallback =
      property.default === undefined ? (required.has(name) ? "required" : "") : code(JSON.stringify(property.default));
    const row = `| ${code(path)} | ${typeText(property)} | ${fallback} | ${cell(String(property.description ?? ""))} |`;
    const inner = property.type === "array" ? (property.items ?? {}) : property;
    return [row, ...rowsOf(inner, property.type === "array" ? `${path}[].` : `${path}.`)];
  });
}

function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value: Json) => code(JSON.stringify(value))).join(", ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeText).join(" or ");
  if (schema.type === "array") return `list of ${typeText(schema.items ?? {})}`;
  const { minimum, maximum } = schema;
  const range = minimum !== undefined || maximum !== undefined ? ` ${minimum ?? ""}…${maximum ?? ""}` : "";
  return `${String(schema.type ?? "any")}${range}`;
}

const eitherOf = (words: readonly string[]) =>
  [words.slice(0, -1).join(", "), ...words.slice(-1)].filter((each) => each !== "").join(" or ");
const code = (text: string) => `\`${text.replaceAll("|", "\\|")}\``;
/** Escapes what Markdown would read as markup. Code spans need only the pipe. */
const cell = (text: string) =>
  text
    .replaceAll("\n", " ")
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll("<", "&lt;").replaceAll("*", "\\*")))
    .join("")
    .replaceAll("|", "\\|");
