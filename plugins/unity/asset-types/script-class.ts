/**
 * Parses the header of a C# class. We need its base class and the attributes which limit the objects that it can be
 * added to, i.e. [DisallowMultipleComponent] and [RequireComponent].
 */

export interface ClassHead {
  isAbstract: boolean;
  /** Empty if there's none. */
  base: string;
  isPartial: boolean;
  /** [DisallowMultipleComponent] */
  isSingle: boolean;
  /** [RequireComponent] */
  required: string[];
}

export function classHead(source: string, name: string): ClassHead | undefined {
  // A file name isn't necessarily an identifier.
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return undefined;
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|^[ \t]*#.*$/gm, " ");
  const head = new RegExp(
    `((?:\\b(?:public|internal|private|protected|abstract|sealed|static|partial|new|unsafe)\\s+)*)\\bclass\\s+${name}\\b\\s*(?:<[^{]*?>)?\\s*(?::\\s*([\\w.:]+))?`,
  ).exec(code);
  if (!head) return undefined;
  const [, modifiers = "", written = ""] = head;
  const base = written.split(/[.:]/).at(-1) ?? "";
  const attributes = attributesBefore(code, head.index);
  const required = [...attributes.matchAll(/\bRequireComponent(?:Attribute)?\s*\(((?:[^()]|\([^()]*\))*)\)/g)];
  // Not always a class: the base list may start with an interface.
  return {
    isAbstract: /\babstract\b|\bstatic\b/.test(modifiers),
    base: /^I[A-Z]/.test(base) ? "" : base,
    isPartial: /\bpartial\b/.test(modifiers) || /^I[A-Z]/.test(base),
    isSingle: /\bDisallowMultipleComponent\b/.test(attributes),
    required: required.flatMap(([, all = ""]) =>
      [...all.matchAll(/\btypeof\s*\(\s*([\w.:]+)\s*\)/g)].map(([, type = ""]) => type.split(/[.:]/).at(-1) ?? ""),
    ),
  };
}

/** Attribute lists right before this offset. */
function attributesBefore(code: string, end: number): string {
  let at = code.slice(0, end).trimEnd().length;
  const last = at;
  while (code[at - 1] === "]") {
    let depth = 0;
    let start = at;
    do {
      start--;
      if (code[start] === "]") depth++;
      else if (code[start] === "[") depth--;
    } while (depth > 0 && start > 0);
    if (depth > 0) break;
    at = code.slice(0, start).trimEnd().length;
  }
  return code.slice(at, last);
}
