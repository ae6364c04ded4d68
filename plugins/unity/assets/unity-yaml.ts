/** Splits a Unity text asset into documents. Documents are ranges of the text, so no byte gets lost. */

export interface AssetDocument {
  /** Unity's class id, such as 1 for GameObject. 0 if the file has no document markers. */
  classId: number;
  /** A 64-bit number, kept as text. Empty if the file has no document markers. */
  fileId: string;
  /** True if the document has no fields and only refers to an object of a prefab instance. */
  stripped: boolean;
  /** Range in the text, including the marker. */
  start: number;
  end: number;
  /** Start of the line below the marker. */
  bodyStart: number;
}

export interface AssetText {
  text: string;
  /** Start of the first document, after `%YAML` and `%TAG`. */
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

/** Returns the reason why a file cannot be read as YAML, or undefined if it can. */
export function unreadable(bytes: Uint8Array): UnreadableKind | undefined {
  if (bytes.length === 0) return "empty";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 512));
  if (head.startsWith("version https://git-lfs.github.com/spec/")) return "lfs";
  if (head.includes("\0")) return "binary";
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*(?:%YAML|---|[\w"'-]+:|#)/.test(head)) return "not yaml";
  return undefined;
}
