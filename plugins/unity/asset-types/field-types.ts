/** Declared field types of a class, and whether Unity serializes each field. */
import type { FileSymbol } from "../../../core/host/plugin-api.ts";

export type DeclaredTypes = ReadonlyMap<string, string>;

const MODIFIERS = /\b(?:public|private|protected|internal|static|readonly|new|volatile|const|unsafe|event)\b/g;

/** May declare several fields at once: `float width, height;`. */
const TYPE = /^[\w.]+(?: ?<[\w.<>[\], ?]*>)?(?:\[,*\])*\??/;

/** Fields of the class named like the file. If there's no such class we take all of them. */
export function declaredTypes(source: string, symbols: readonly FileSymbol[], className: string): DeclaredTypes {
  const lines = source.split(/\r?\n/);
  const types = new Map<string, string>();
  for (const { name, kind, container, startLine, endLine } of symbols) {
    if (kind !== "field" || container?.split(/[./+]/).at(-1) !== className) continue;
    const whole = lines.slice(startLine - 1, endLine).join(" ");
    // `Door Door;` is legal, so look at what comes after the name.
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

/** Prefix for fields Unity doesn't serialize; the reason follows. */
const UNSAVED = "!";

/** Reason why it isn't serialized, or "". */
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

/** `List<Door>` and `Door[]` → `Door` */
export function elementType(type: string): string {
  const inner = /^(?:[\w.]*\.)?List<(.*)>$/.exec(type)?.[1] ?? /^(.*)\[\]$/.exec(type)?.[1] ?? type;
  return inner.split(".").at(-1) ?? inner;
}
