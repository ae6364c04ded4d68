/** Finds the declared types of a class's fields and determines whether Unity serializes them. */
import type { FileSymbol } from "../../../core/host/plugin-api.ts";

export type DeclaredTypes = ReadonlyMap<string, string>;

const MODIFIERS = /\b(?:public|private|protected|internal|static|readonly|new|volatile|const|unsafe|event)\b/g;

/** A declaration can contain several fields, as in `float width, height;`. */
const TYPE = /^[\w.]+(?: ?<[\w.<>[\], ?]*>)?(?:\[,*\])*\??/;

/** Returns the fields of the class that has the same name as the file, or all fields if there isn't one. */
export function declaredTypes(source: string, symbols: readonly FileSymbol[], className: string): DeclaredTypes {
  const lines = source.split(/\r?\n/);
  const types = new Map<string, string>();
  for (const { name, kind, container, startLine, endLine } of symbols) {
    if (kind !== "field" || container?.split(/[./+]/).at(-1) !== className) continue;
    const whole = lines.slice(startLine - 1, endLine).join(" ");
    // `Door Door;` is valid, so we have to check which character follows the name.
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

/** The prefix for fields that Unity doesn't serialize. It is followed by the reason. */
const UNSAVED = "!";

/** Returns the reason why the field isn't serialized, or "" if it is. */
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

/** Returns `Door` for both `List<Door>` and `Door[]`. */
export function elementType(type: string): string {
  const inner = /^(?:[\w.]*\.)?List<(.*)>$/.exec(type)?.[1] ?? /^(.*)\[\]$/.exec(type)?.[1] ?? type;
  return inner.split(".").at(-1) ?? inner;
}
