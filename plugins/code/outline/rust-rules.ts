/** Rules for declarations in Rust. */
import type { SyntaxNode } from "../grammar/stored-node.ts";
import { inside, longValue, type OutlineBuilder, type OutlineRules, type Rule, type Scope } from "./outline-builder.ts";

function nameOf(node: SyntaxNode): { name: SyntaxNode; text: string } | undefined {
  const name = node.childForFieldName("name");
  return name ? { name, text: name.text.replace(/^r#/, "") } : undefined;
}

const item =
  (kind: string): Rule =>
  (node, scope, outline) => {
    const named = nameOf(node);
    if (!named || named.text === "_") return;
    const body = node.childForFieldName("body");
    const isMember = kind === "function" && (scope.kind === "impl" || scope.kind === "interface");
    const within = outline.declare(scope, {
      kind: isMember ? "method" : kind,
      ...named,
      whole: node,
      body:
        body?.type === "ordered_field_declaration_list"
          ? undefined
          : (body ?? longValue(node.childForFieldName("value"))),
    });
    if (kind === "struct") fields(body, within, outline);
    else if (kind === "enum") variants(body, within, outline);
    else if (kind === "module" || kind === "interface") outline.walk(body, within);
  };

function fields(body: SyntaxNode | null, scope: Scope, outline: OutlineBuilder): void {
  if (body?.type !== "field_declaration_list") return;
  for (const field of body.namedChildren) {
    const named = field.type === "field_declaration" ? nameOf(field) : undefined;
    if (named) outline.declare(scope, { kind: "field", ...named, whole: field });
  }
}

function variants(body: SyntaxNode | null, scope: Scope, outline: OutlineBuilder): void {
  for (const variant of body?.namedChildren ?? []) {
    const named = variant.type === "enum_variant" ? nameOf(variant) : undefined;
    if (!named) continue;
    const within = outline.declare(scope, { kind: "enumMember", ...named, whole: variant });
    fields(variant.childForFieldName("body"), within, outline);
  }
}

/** The members of an `impl` belong to its type, regardless of the trait. */
const implementation: Rule = (node, scope, outline) => {
  const type = typeName(node.childForFieldName("type"));
  const within = type === undefined ? { ...scope, kind: "impl" } : inside(scope, type, "impl");
  outline.walk(node.childForFieldName("body"), within);
};

export function typeName(type: SyntaxNode | null): string | undefined {
  switch (type?.type) {
    case "type_identifier":
    case "primitive_type":
      return type.text;
    case "generic_type":
    case "reference_type":
    case "pointer_type":
      return typeName(type.childForFieldName("type"));
    case "scoped_type_identifier":
      return type.childForFieldName("name")?.text;
    default:
      return undefined;
  }
}

export const rustRules: OutlineRules = {
  rules: {
    function_item: item("function"),
    function_signature_item: item("function"),
    struct_item: item("struct"),
    union_item: item("struct"),
    enum_item: item("enum"),
    trait_item: item("interface"),
    mod_item: item("module"),
    const_item: item("constant"),
    static_item: item("variable"),
    type_item: item("type"),
    associated_type: item("type"),
    macro_definition: item("macro"),
    impl_item: implementation,
  },
  through: new Set(["foreign_mod_item", "declaration_list"]),
  wrappers: new Set(),
  prefixes: new Set(["attribute_item"]),
  comments: "slash",
};
