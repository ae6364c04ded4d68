/** Writes references and other values in braces as Unity does. They are on one line, or folded after column 80 in older projects. */

const WIDTH = 80;

/** The formatting style of this file or project. */
export interface WritingStyle {
  /** True if values in braces are folded. */
  foldsBraces: boolean;
  /** True if property paths with an index are quoted, as in Unity 2022.2 and later. */
  quotesPaths: boolean;
  /** True if instances list their additions, as in Unity 2022.2 and later. */
  listsAdded: boolean;
  /** True if objects list components by class number, as up to Unity 5.4. */
  namesClasses: boolean;
  /** Saved before Unity 2018.3, which had no nested prefabs or variants and stored instances differently. */
  isBeforeNesting: boolean;
}

/** Detects the style from the file itself, falling back to the project's settings and version. */
export function writingStyle(text: string, unityVersion: string, editorSettings: string): WritingStyle {
  const version = versionNumber(unityVersion);
  const isRecent = version >= 2022.2;
  const isFolded = /\{fileID: [^{}\n]*,\r?\n/.test(text);
  const isLong =
    /^.{73,}\{fileID: -?\d{9,}, guid: [^\n]*\}/m.test(text) ||
    /^ *- target: \{fileID: -?\d{16,}, guid: [^\n]*\}/m.test(text);
  // The setting is on in new Unity 2022 projects and missing in older projects that were upgraded.
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

/** Nested prefabs were added in this version. */
const NESTING = 2018.3;

/** Parses `6000.0.23f1` as 6000. */
function versionNumber(version: string): number {
  return Number(/^\d+\.\d+/.exec(version)?.[0] ?? 0);
}

/** `parts` are `key: value`. `indent` is the indentation of the current line. */
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

/** An element of `m_Component`. */
export function componentEntry(
  classId: number,
  id: string,
  { namesClasses }: Pick<WritingStyle, "namesClasses">,
): string {
  return `${namesClasses ? classId : "component"}: {fileID: ${id}}`;
}
