/** Rules for languages whose names cannot be resolved yet. Every occurrence of a name is a possible use. */
import type { UsesRules } from "./uses-rules.ts";

export const bareNames: UsesRules = {
  names: new Set([
    "identifier",
    "type_identifier",
    "field_identifier",
    "shorthand_field_identifier",
    "property_identifier",
  ]),
  scopes: new Set(),
  bind() {},
  roleOf: () => ({ is: "unknown" }),
  kindOf: ({ type, field, parent }) =>
    type === "type_identifier" ? "type" : field === "function" || parent?.field === "function" ? "call" : "read",
  isPackage: false,
};
