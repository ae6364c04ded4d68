/** Returns true for a name that is usually a macro. */
export function isMacroName(name: string): boolean {
  return /^(?:_*[A-Z][A-Z0-9_]+|__\w+)$/.test(name);
}

/** Names of the macros that declare a struct by their first argument, in the queue.h and tree.h of the BSDs. */
export function isHeadMacro(name: string): boolean {
  return /^(?:S?LIST|S?TAILQ|SIMPLEQ|XSIMPLEQ|CIRCLEQ|RB|RBT|SPLAY)_HEAD$/.test(name);
}
