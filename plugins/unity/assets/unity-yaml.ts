/** Splits an asset into its YAML documents. These are just ranges of the text, so writing back can't lose a byte. */

export interface AssetDocument {
  /** Class id, e.g. 1 for GameObject. 0 in files without document markers. */
  classId: number;
  /** String, because it's 64 bit. Empty in files without document markers. */
  fileId: string;
  /** A stub: no fields, just a link to some object in a prefab instance. */
  stripped: boolean;
  /** Includes the marker. */
  start: number;
  end: number;
  /** First line after the marker. */
  bodyStart: number;
}

export interface AssetText {
  text: string;
  /** Where `%YAML`/`%TAG` end and the first document starts. */
  headerEnd: number;
  documents: AssetDocument[];
}

const MARK = /^---(?: !u!(-?\d+))?(?: &(-?\d+))?( stripped)?[^\r\n]*(?:\r\n|\r|\n|$)/gm;

export function splitDocuments(text: string): AssetText {
  const marks = [...text.matchAll(MARK)];
  const [first] = marks;
  if (!first) {
    const bodyStart = text.startsWith("\uFEFF") ? 1 : 0;
    const whole = { classId: 0, fileId: "", stripped: false, start: 0, end: text.length, bodyStart };
    return { text, headerEnd: 0, documents: [whole] };
  }
  const documents = marks.map((mark, at): AssetDocument => {
    const [all, classId, fileId, stripped] = mark;
    return {
      classId: Number(classId ?? 0),
      fileId: fileId ?? "",
      stripped: stripped !== undefined,
      start: mark.index,
      end: marks[at + 1]?.index ?? text.length,
      bodyStart: mark.index + all.length,
    };
  });
  return { text, headerEnd: first.index, documents };
}

export function joinDocuments({ text, headerEnd, documents }: AssetText): string {
  return text.slice(0, headerEnd) + documents.map(({ start, end }) => text.slice(start, end)).join("");
}

export type UnreadableKind = "empty" | "lfs" | "binary" | "not yaml";

/** Sniffs for formats we can't parse. Undefined means go ahead. */
export function unreadable(bytes: Uint8Array): UnreadableKind | undefined {
  if (bytes.length === 0) return "empty";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 512));
  if (head.startsWith("version https://git-lfs.github.com/spec/")) return "lfs";
  if (head.includes("\0")) return "binary";
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*(?:%YAML|---|[\w"'-]+:|#)/.test(head)) return "not yaml";
  return undefined;
}
