/** Kinds of uses that `angelscript_findReferences` tells apart. */
export const REFERENCE_KINDS = ["declaration", "override", "call", "read", "write", "type", "bind", "access"] as const;
