/**
 * Writes inline values such as `{fileID: 1}`. In current projects they are on one line, but older projects fold them after
 * column 80.
 */

const WIDTH = 80;

/**
 * Describes how this file or project is formatted. Unity has changed a number of details over the years, and some of them are a
 * setting, so we have to detect which ones apply before we write anything.
 */
export interface WritingStyle {
  /** True if long inline values are folded. */
  foldsBraces: boolean;
  /** Since 2022.2, property paths that contain an index are quoted. */
  quotesPaths: boolean;
  /** Since 2022.2, instances list the objects that were added to them. */
  listsAdded: boolean;
  /** Up to Unity 5.4, the keys in `m_Component` are the numbers of the classes. */
  namesClasses: boolean;
  /** Before 2018.3 there are no nested prefabs or variants, and instances have a different format. */
  isBeforeNesting: boolean;
}

/** The file itself is the best evidence. If it doesn't tell, we use the version and the settings of the project. */
export function writingStyle(text: string, unityVersion: string, editorSettings: string): WritingStyle {
  const version = versionNumber(unityVersion);
  const isRecent = version >= 2022.2;
  const isFolded = /\{fileID: [^{}\n]*,\r?\n/.test(text);
  const isLong =
    /^.{73,}\{fileID: -?\d{9,}, guid: [^\n]*\}/m.test(text) ||
    /^ *- target: \{fileID: -?\d{16,}, guid: [^\n]*\}/m.test(text);
  // This is on by default in new projects of 2022, but projects that were upgraded from an older version don't have the
  // setting.
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

/** The first version that has nested prefabs. */
const NESTING = 2018.3;

/** Converts `6000.0.23f1` to 6000. */
function versionNumber(version: string): number {
  return Number(/^\d+\.\d+/.exec(version)?.[0] ?? 0);
}

/** The `parts` are pairs of `key: value`, and `indent` is the indentation of the current line. */
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
