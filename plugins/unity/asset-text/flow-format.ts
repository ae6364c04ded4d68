/** Writes inline values (`{fileID: 1}` etc.). One line in current projects; older ones fold after column 80. */

const WIDTH = 80;

/**
 * Formatting of this file or project. Unity has changed a number of details over the years (and some are a setting),
 * so we have to detect which ones apply before writing.
 */
export interface WritingStyle {
  /** Long inline values wrap. */
  foldsBraces: boolean;
  /** Since 2022.2, property paths containing an index are quoted. */
  quotesPaths: boolean;
  /** Since 2022.2, instances list their additions. */
  listsAdded: boolean;
  /** Up to Unity 5.4, `m_Component` entries are keyed by class number. */
  namesClasses: boolean;
  /** Pre-2018.3: no nested prefabs or variants, and a different format for instances. */
  isBeforeNesting: boolean;
}

/** The file itself is the best evidence. Project settings and version are the fallback. */
export function writingStyle(text: string, unityVersion: string, editorSettings: string): WritingStyle {
  const version = versionNumber(unityVersion);
  const isRecent = version >= 2022.2;
  const isFolded = /\{fileID: [^{}\n]*,\r?\n/.test(text);
  const isLong =
    /^.{73,}\{fileID: -?\d{9,}, guid: [^\n]*\}/m.test(text) ||
    /^ *- target: \{fileID: -?\d{16,}, guid: [^\n]*\}/m.test(text);
  // On by default in new 2022 projects, but a project upgraded from an older version doesn't have the setting at all.
  const isOff = /m_SerializeInlineMappingsOnOneLine: 0/.test(editorSettings);
  const isQuoted = /propertyPath: '[^'\n]*\[/.test(text);
  const isPlain = /propertyPath: [^'\n]*\[/.test(text);
  const lists = /^ {4}m_Added(?:Components|GameObjects):/m.test(text);
  const hasInstance = /^PrefabInstance:/m.test(text);
  return {
    foldsBraces:
      isFolded || (!isLong && !(/m_SerializeInlineMappingsOnOneLine: 1/.test(editorSettings) || (isRecent && !isOff))),
    quotesPaths: isQuoted || (!isPlain && isRecent),
    listsAdded: lists || (isRecent && !hasInstance),
    namesClasses: /^ {2}m_Component:\r?\n {2}- \d+: /m.test(text),
    isBeforeNesting:
      /^ {2}m_Prefab(?:ParentObject|Internal): /m.test(text) || (version > 0 && version < NESTING && text === ""),
  };
}

/** First version with nested prefabs. */
const NESTING = 2018.3;

/** `6000.0.23f1` → 6000 */
function versionNumber(version: string): number {
  return Number(/^\d+\.\d+/.exec(version)?.[0] ?? 0);
}

/** `parts` are `key: value` pairs; `indent` belongs to the current line. */
export function inBraces(
  parts: readonly string[],
  column: number,
  indent: number,
  { foldsBraces }: WritingStyle,
): string {
  let out = "{";
  let at = column + 1;
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      out += ",";
      at++;
      const folds = foldsBraces && at > WIDTH;
      out += folds ? `\n${" ".repeat(indent + 2)}` : " ";
      at = folds ? indent + 2 : at + 1;
    }
    out += part;
    at += part.length;
  }
  return `${out}}`;
}

export interface WrittenReference {
  fileId: string;
  guid: string;
  type: number;
}

export function referenceText(
  { fileId, guid, type }: WrittenReference,
  column: number,
  indent: number,
  style: WritingStyle,
): string {
  const parts = guid === "" ? [`fileID: ${fileId}`] : [`fileID: ${fileId}`, `guid: ${guid}`, `type: ${type}`];
  return inBraces(parts, column, indent, style);
}

export function componentEntry(
  classId: number,
  id: string,
  { namesClasses }: Pick<WritingStyle, "namesClasses">,
): string {
  return `${namesClasses ? classId : "component"}: {fileID: ${id}}`;
}
