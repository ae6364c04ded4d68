/** Rules for declarations in Python. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import { shortened } from "./comment-above.ts";
import { longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "./outline-builder.ts";

const definition =
  (kind: "function" | "class"): Rule =>
  (node, scope, outline) => {
    const name = node.childForFieldName("name");
    const body = node.childForFieldName("body");
    if (!name) return;
    const actual = kind === "function" && scope.kind === "class" ? "method" : kind;
    const documentation = docstring(body);
    const within = outline.declare(scope, {
      kind: actual,
      name,
      whole: node,
      body,
      isOverload: kind === "function",
      ...(documentation === "" ? {} : { documentation }),
    });
    if (kind === "class") outline.walk(body, within);
    else if (actual === "method" && body) instanceAttributes(node, body, scope, outline);
  };

function docstring(body: SyntaxNode | null): string {
  const first = body?.firstNamedChild;
  const string = first?.type === "expression_statement" ? first.firstNamedChild : undefined;
  if (string?.type !== "string") return "";
  const text = string.text.replace(/^\w*("""|'''|"|')/, "").replace(/("""|'''|"|')$/, "");
  for (const line of text.split("\n", 10)) {
    const said = shortened(line);
    if (said !== "") return said;
  }
  return "";
}

const assignment: Rule = (node, scope, outline) => {
  for (
    let at: SyntaxNode | null = node.firstNamedChild;
    at?.type === "assignment";
    at = at.childForFieldName("right")
  ) {
    const left = at.childForFieldName("left");
    if (left) for (const name of targets(left)) bind(name, node, scope, outline);
  }
};

function bind(name: SyntaxNode, whole: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const text = name.text;
  // The first binding counts as the declaration.
  if (scope.names.has(text)) return;
  scope.names.add(text);
  const kind = scope.kind === "class" ? "property" : /^[A-Z][A-Z0-9_]*$/.test(text) ? "constant" : "variable";
  const value = whole.firstNamedChild?.childForFieldName("right") ?? null;
  outline.declare(scope, { kind, name, whole, body: longValue(value), isOverload: scope.kind === "class" });
}

function* targets(left: SyntaxNode): Generator<SyntaxNode> {
  if (left.type === "identifier") yield left;
  else if (/^(pattern_list|tuple_pattern|list_pattern|list_splat_pattern)$/.test(left.type))
    for (const each of left.namedChildren) yield* targets(each);
}

/** `self.x = …` declares an attribute of the class. */
function instanceAttributes(method: SyntaxNode, body: SyntaxNode, scope: Scope, outline: OutlineBuilder): void {
  const self = method.childForFieldName("parameters")?.firstNamedChild;
  const name = self?.type === "identifier" ? self.text : self?.childForFieldName("name")?.text;
  if (name === undefined || !outline.text.slice(body.startIndex, body.endIndex).includes(`${name}.`)) return;
  const visit = (block: SyntaxNode): void => {
    for (const statement of block.namedChildren) {
      if (statement.type === "expression_statement") attribute(statement, name, scope, outline);
      else if (/^(if|for|while|with|try)_statement$|_clause$|^block$/.test(statement.type)) visit(statement);
    }
  };
  visit(body);
}

function attribute(statement: SyntaxNode, self: string, scope: Scope, outline: OutlineBuilder): void {
  for (
    let at: SyntaxNode | null = statement.firstNamedChild;
    at?.type === "assignment";
    at = at.childForFieldName("right")
  ) {
    const left = at.childForFieldName("left");
    if (left?.type !== "attribute" || left.childForFieldName("object")?.text !== self) continue;
    const name = left.childForFieldName("attribute");
    if (name) bind(name, statement, scope, outline);
  }
}

const typeAlias: Rule = (node, scope, outline) => {
  const name = node.childForFieldName("left")?.firstNamedChild;
  if (name?.type === "identifier") outline.declare(scope, { kind: "type", name, whole: node });
};

export const pythonRules: OutlineRules = {
  rules: {
    function_definition: definition("function"),
    class_definition: definition("class"),
    expression_statement: assignment,
    type_alias_statement: typeAlias,
  },
  through: new Set([
    ...["block", "if_statement", "elif_clause", "else_clause", "try_statement", "except_clause", "finally_clause"],
    ...["for_statement", "while_statement", "with_statement", "match_statement", "case_clause", "except_group_clause"],
  ]),
  wrappers: new Set(["decorated_definition"]),
  prefixes: new Set(),
  comments: "hash",
};
