/**
 * Parses the header of a C# class to find its base class and the attributes [DisallowMultipleComponent] and [RequireComponent],
 * which limit the objects that the component can be added to.
 */

export interface ClassHead {
  isAbstract: boolean;
  /** The base class, or an empty string if it doesn't have one. */
  base: string;
  isPartial: boolean;
  /** True if the class has [DisallowMultipleComponent]. */
  isSingle: boolean;
  /** The types named by [RequireComponent]. */
  required: string[];
}

export function classHead(source: string, name: string): ClassHead | undefined {
  // The name of a file isn't always a valid identifier.
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
  // The first entry isn't always a class, because a base list may start with an interface.
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

/** Returns the attribute lists that are directly before the offset. */
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
