/** Reads the header of a C# class: its base class, and the attributes that restrict the objects it can be added to. */

export interface ClassHead {
  isAbstract: boolean;
  /** Empty if it has none. */
  base: string;
  isPartial: boolean;
  /** [DisallowMultipleComponent]: an object can only have one component of this class. */
  isSingle: boolean;
  /** [RequireComponent]: classes that Unity adds along with this one. */
  required: string[];
}

export function classHead(source: string, name: string): ClassHead | undefined {
  // File names are not always valid class names.
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
  // The first name in the base list may be an interface.
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

/** Returns the attribute lists that end here. */
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
