/**
 * Splits an asset into its YAML documents. They are only ranges of the text, so nothing can get lost when the asset is written
 * back.
 */

export interface AssetDocument {
  /** The class's id, which is 1 for GameObject. It is 0 in files without document markers. */
  classId: number;
  /** A string because the id has 64 bits. It is empty in files without document markers. */
  fileId: string;
  /** True for a document without fields that only refers to an object in a prefab instance. */
  stripped: boolean;
  /** This includes the marker. */
  start: number;
  end: number;
  /** The start of the first line after the marker. */
  bodyStart: number;
}

export interface AssetText {
  text: string;
  /** The end of `%YAML` and `%TAG`, which is the start of the first document. */
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

/** Detects formats that we can't parse. It returns undefined if the file can be read. */
export function unreadable(bytes: Uint8Array): UnreadableKind | undefined {
  if (bytes.length === 0) return "empty";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 512));
  if (head.startsWith("version https://git-lfs.github.com/spec/")) return "lfs";
  if (head.includes("\0")) return "binary";
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*(?:%YAML|---|[\w"'-]+:|#)/.test(head)) return "not yaml";
  return undefined;
}
