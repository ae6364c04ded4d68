/** Lists the kinds of uses in `angelscript_findReferences`. */
export const REFERENCE_KINDS = [
  "declaration",
  "override",
  "call",
  "read",
  "write",
  "mutatingCall",
  "broadcast",
  "bind",
  "unbind",
  "type",
  "access",
  "label",
] as const;
