/** Names the field that a line of an object in Unity's text format belongs to. */

/** These are parts of an addressable reference, which is one field for its user. */
const WITHIN_REFERENCE: ReadonlySet<string> = new Set(["m_AssetGUID", "m_CachedAsset"]);
const OVERRIDDEN = /^\s*propertyPath: (.*?)\s*$/;
/** An entry of `m_Modifications` has four fields, of which a long one takes two lines. */
const MAX_ENTRY_LINES = 6;
const KEY = /^( *)((?:- )*)([^\s:{}[\]"'-][^:{}]*):(?: |$)/;

/** Returns the names from the object's own field down to this line, without the indexes of lists, e.g. `rows.icon`. */
export function fieldPath(lines: readonly string[], at: number): string {
  const overridden = overriddenAt(lines, at);
  const names = overridden === undefined ? keysDownTo(lines, at) : overridden.split(".");
  const end = names.findIndex((name) => WITHIN_REFERENCE.has(name));
  const whole = end < 0 ? names : names.slice(0, end);
  return whole.filter((name) => name !== "Array" && !/^(?:data\[\d+\]|size)$/.test(name)).join(".");
}

/** Returns the path that an instance overrides, if the line is in such an entry. */
function overriddenAt(lines: readonly string[], at: number): string | undefined {
  for (let above = at; above > Math.max(0, at - MAX_ENTRY_LINES); above--) {
    const path = OVERRIDDEN.exec(lines[above] ?? "")?.[1];
    if (path !== undefined) return path;
    if (/^\s*- target:/.test(lines[above] ?? "")) return undefined;
  }
  return undefined;
}

function keysDownTo(lines: readonly string[], at: number): string[] {
  const names: string[] = [];
  // A key above counts if its column is below this limit, because it then contains the line.
  let limit = Number.POSITIVE_INFINITY;
  for (let above = at; above > 0 && limit > 1; above--) {
    const line = lines[above] ?? "";
    // A long object continues on the next line, where `type: 3}` is not a field.
    const [, spaces = "", dashes = "", key] = /^[^{]*\}\s*$/.test(line) ? [] : (KEY.exec(line) ?? []);
    const item = /^( *)- /.exec(line)?.[1];
    const column = spaces.length + dashes.length;
    if (key !== undefined && column < limit) {
      names.unshift(key);
      limit = column;
    }
    // The key of a list may be in the same column as the dashes of its items.
    if (item !== undefined && item.length < limit) limit = item.length + 1;
  }
  // The first line without indentation names the type of the object.
  return limit === 0 ? names.slice(1) : names;
}
