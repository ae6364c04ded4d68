/** Kinds of uses that `angelscript_findReferences` tells apart. */
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
