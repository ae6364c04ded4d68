/** The declared types of a class's fields, and which fields Unity saves. */
import type { FileSymbol } from "../../../core/host/plugin-api.ts";

/** Declared field types of one script. */
export type DeclaredTypes = ReadonlyMap<string, string>;

const MODIFIERS = /\b(?:public|private|protected|internal|static|readonly|new|volatile|const|unsafe|event)\b/g;

/** One declaration may name several fields: `float width, height;`. */
const TYPE = /^[\w.]+(?: ?<[\w.<>[\], ?]*>)?(?:\[,*\])*\??/;

/** Returns the fields of the class named after the file, or of every class if no class has that name. */
export function declaredTypes(source: string, symbols: readonly FileSymbol[], className: string): DeclaredTypes {
  const lines = source.split(/\r?\n/);
  const types = new Map<string, string>();
  for (const { name, kind, container, startLine, endLine } of symbols) {
    if (kind !== "field" || container?.split(/[./+]/).at(-1) !== className) continue;
    const whole = lines.slice(startLine - 1, endLine).join(" ");
    // A field may have the same name as its type, so check what follows.
    const upToName = new RegExp(`[^{};]*?\\b${name}\\b(?=\\s*(?:[=;,]|$))`);
    const [written = ""] = upToName.exec(whole) ?? [];
    const text = whole.replace(/\[[^\]]+\]\s*(?=[[\w])/g, " ");
    const [found = ""] = upToName.exec(text) ?? [];
    const before = found.slice(0, found.length - name.length);
    const above = /^\s*\[[^;{}]*\]\s*$/.test(lines[startLine - 2] ?? "") ? lines[startLine - 2] : "";
    const reason = unsavedReason(`${above} ${written}`, before);
    if (reason !== "") {
      types.set(name, `${UNSAVED}${reason}`);
      continue;
    }
    const [type] = TYPE.exec(before.replace(MODIFIERS, " ").replace(/\s+/g, " ").trim()) ?? [];
    if (type !== undefined) types.set(name, type);
  }
  return types;
}

/** Marks a field that Unity does not save. Followed by the reason. */
const UNSAVED = "!";

/** Why Unity does not save the field, or "" if it does. */
export function unsaved(type: string): string {
  return type.startsWith(UNSAVED) ? type.slice(UNSAVED.length) : "";
}

function unsavedReason(declared: string, before: string): string {
  const word = /\b(?:static|const|readonly|event)\b/.exec(before)?.[0];
  if (word !== undefined) return `is ${word}`;
  if (/\bDictionary\s*</.test(before)) return "is a Dictionary";
  if (/\bNonSerialized\b/.test(declared)) return "is marked NonSerialized";
  const isMarked = /\b(?:SerializeField|SerializeReference)\b/.test(declared);
  return isMarked || /\bpublic\b/.test(before) ? "" : "is neither public nor marked SerializeField";
}

/** Returns `Door` for `List<Door>` and `Door[]`. */
export function elementType(type: string): string {
  const inner = /^(?:[\w.]*\.)?List<(.*)>$/.exec(type)?.[1] ?? /^(.*)\[\]$/.exec(type)?.[1] ?? type;
  return inner.split(".").at(-1) ?? inner;
}
