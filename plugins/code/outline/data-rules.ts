/** Rules for the keys of JSON and YAML and for the rules of CSS, which are outlines of files without code. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import { longValue, type OutlineRules, type Rule } from "./outline-builder.ts";

/** Values that have keys of their own. */
const HOLDERS: ReadonlySet<string> = new Set(["object", "block_node", "flow_mapping", "block_mapping"]);

function unquoted(key: SyntaxNode): string {
  return key.text.replace(/^(["'])(.*)\1$/s, "$2");
}

const pair: Rule = (node, scope, outline) => {
  const key = node.childForFieldName("key");
  const value = node.childForFieldName("value");
  if (!key || key.text.trim() === "") return;
  const holds =
    value !== null && (HOLDERS.has(value.type) || value.namedChildren.some(({ type }) => HOLDERS.has(type)));
  const body = holds ? value : longValue(value);
  const within = outline.declare(scope, { kind: "key", name: key, text: unquoted(key), whole: node, body });
  if (holds) outline.walk(node, within);
};

const keys = (through: readonly string[], comments: "slash" | "hash"): OutlineRules => ({
  rules: { pair, block_mapping_pair: pair, flow_pair: pair },
  through: new Set([...HOLDERS, ...through]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments,
});

export const jsonRules = keys(["document"], "slash");
export const yamlRules = keys(["stream", "document", "flow_node"], "hash");

const block =
  (kind: string): Rule =>
  (node, scope, outline) => {
    const body = node.namedChildren.find(({ type }) => /^(?:block|keyframe_block_list)$/.test(type));
    const end = body?.startIndex ?? node.endIndex;
    const said = outline.text.slice(node.startIndex, end).replace(/\s+/g, " ").trim();
    const within = outline.declare(scope, { kind, name: node, text: said, whole: node, body });
    if (body?.type === "block") outline.walk(body, within);
  };

const customProperty: Rule = (node, scope, outline) => {
  const name = node.firstNamedChild;
  if (name?.text.startsWith("--")) outline.declare(scope, { kind: "variable", name, whole: node });
};

export const cssRules: OutlineRules = {
  rules: {
    rule_set: block("rule"),
    media_statement: block("rule"),
    supports_statement: block("rule"),
    keyframes_statement: block("rule"),
    at_rule: block("rule"),
    declaration: customProperty,
  },
  through: new Set(["stylesheet"]),
  wrappers: new Set(),
  prefixes: new Set(),
  comments: "slash",
};
