/** Splits a Unity text asset into documents. Each is a range of the text, so no byte is lost. */

export interface AssetDocument {
  /** Unity's class, such as 1 for GameObject; 0 in a file without document marks. */
  classId: number;
  /** A 64-bit number as text; "" in a file without document marks. */
  fileId: string;
  /** True if the document only refers to an object of a prefab instance, without fields. */
  stripped: boolean;
  /** Range in the text, the mark included. */
  start: number;
  end: number;
  /** Start of the line below the mark. */
  bodyStart: number;
}

export interface AssetText {
  text: string;
  /** Start of the first document: before it are `%YAML` and `%TAG`. */
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

/** Joins the parts into the original text. */
export function joinDocuments({ text, headerEnd, documents }: AssetText): string {
  return text.slice(0, headerEnd) + documents.map(({ start, end }) => text.slice(start, end)).join("");
}

export type UnreadableKind = "empty" | "lfs" | "binary" | "not yaml";

/** Why a file cannot be read as YAML; undefined if it can. */
export function unreadable(bytes: Uint8Array): UnreadableKind | undefined {
  if (bytes.length === 0) return "empty";
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 512));
  if (head.startsWith("version https://git-lfs.github.com/spec/")) return "lfs";
  if (head.includes("\0")) return "binary";
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*(?:%YAML|---|[\w"'-]+:|#)/.test(head)) return "not yaml";
  return undefined;
}
