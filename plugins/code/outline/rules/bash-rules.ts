/**
 * Rules for declarations in shell scripts. These are functions, and the first assignment of each variable outside of
 * functions.
 */
import { item } from "../item-rule.ts";
import type { OutlineRules, Rule } from "../outline-builder.ts";
import { longValue } from "../outline-builder.ts";

const variable: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("name");
  if (name?.type !== "variable_name" || scope.names.has(name.text)) return;
  scope.names.add(name.text);
  outline.declare(scope, { kind: "variable", name, whole: node, body: longValue(node.childForFieldName("value")) });
};

/** Handles `alias ll='ls -l'`. */
const command: Rule = (node, scope, outline) => {
  if (node.childForFieldName("name")?.text !== "alias") return;
  for (const argument of node.childrenForFieldName("argument")) {
    const text = /^([\w.:-]+)=/.exec(argument?.text ?? "")?.[1];
    if (argument && text !== undefined)
      outline.declare(scope, { kind: "function", name: { startIndex: argument.startIndex, text }, whole: node });
  }
};

export const bashRules: OutlineRules = {
  rules: { function_definition: item("function"), variable_assignment: variable, command },
  through: new Set([
    ...[
      "declaration_command",
      "if_statement",
      "elif_clause",
      "else_clause",
      "case_statement",
      "case_item",
      "list",
      "for_statement",
      "while_statement",
    ],
    ...["do_group", "compound_statement", "variable_assignments", "redirected_statement"],
  ]),
  wrappers: new Set(["declaration_command"]),
  prefixes: new Set(),
  comments: "hash",
};
