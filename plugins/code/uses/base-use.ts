/** Recognizes the names that a type extends, implements or embeds. */
import type { LightNode } from "../grammar/light-tree.ts";

/** Nodes that list the bases of a type. */
const HEADS =
  /^(?:class_heritage|extends_clause|extends_type_clause|implements_clause|superclass|super_interfaces|extends_interfaces|base_class_clause)$/;
/** Nodes that can contain the name of a base. Type arguments are not among them. */
const PARTS =
  /^(?:generic_type|template_type|(?:scoped|nested)_type_identifier|scoped_identifier|member_expression|nested_identifier|qualified_identifier|attribute|subscript|type_list|type_elem|qualified_type|pointer_type|trait_bounds)$/;

export function isBase(name: LightNode): boolean {
  let at = name;
  for (; at.parent && PARTS.test(at.parent.type); at = at.parent) if (!isLast(at, at.parent)) return false;
  const { parent, field } = at;
  if (!parent) return false;
  if (HEADS.test(parent.type)) return true;
  switch (parent.type) {
    // In `class A(B):`, the arguments are the bases.
    case "argument_list":
      return parent.field === "superclasses";
    // `impl Trait for Type`.
    case "impl_item":
      return field === "trait";
    // `trait A: B`.
    case "trait_item":
      return at.type === "trait_bounds";
    // A type without a name in a struct or interface.
    case "field_declaration":
      return field === "type" && parent.parent?.type === "field_declaration_list" && parent.children[0] === at;
    case "interface_type":
      return at.type === "type_elem";
    default:
      return false;
  }
}

/** In `a.b.C<D>`, only C is the base. */
function isLast(part: LightNode, whole: LightNode): boolean {
  if (/^(?:generic_type|template_type|subscript)$/.test(whole.type)) return whole.children[0] === part;
  return /list$|bounds$|elem$/.test(whole.type) || whole.children.at(-1) === part;
}
