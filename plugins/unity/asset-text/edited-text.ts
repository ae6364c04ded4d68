/**
 * Represents a text that is edited in several rounds. The ranges of each round refer to the result of the previous one, but in
 * the end we need edits of the original file. For this reason we keep track of which pieces of it are left and merge all rounds
 * into one list of edits. Ranges that were not touched stay exactly the same.
 */
import type { TextEdit } from "../../../core/host/plugin-api.ts";

/** A piece is either a slice of the original or inserted text. */
type Piece = { start: number; end: number } | { text: string };

export class EditedText {
  readonly original: string;
  #pieces: Piece[];
  #text: string;

  constructor(original: string) {
    this.original = original;
    this.#pieces = [{ start: 0, end: original.length }];
    this.#text = original;
  }

  get text(): string {
    return this.#text;
  }

  /** The ranges are relative to the current text and must not overlap. */
  apply(edits: readonly TextEdit[]): void {
    for (const { start, end, text } of edits
      .toReversed()
      .toSorted((one, other) => other.start - one.start || other.end - one.end)) {
      this.#pieces = [
        ...this.#part(0, start),
        ...(text === "" ? [] : [{ text }]),
        ...this.#part(end, this.#text.length),
      ];
      this.#text = this.#text.slice(0, start) + text + this.#text.slice(end);
    }
  }

  /** Returns edits of the original text, extended to whole lines. */
  edits(): TextEdit[] {
    const edits: TextEdit[] = [];
    let at = 0;
    let text = "";
    const close = (end: number) => {
      if (end > at || text !== "") edits.push(this.#trimmed({ start: at, end, text }));
      text = "";
    };
    for (const piece of this.#pieces) {
      if ("text" in piece) text += piece.text;
      else {
        close(piece.start);
        at = piece.end;
      }
    }
    close(this.original.length);
    return edits.filter(({ start, end, text: next }) => end > start || next !== "");
  }

  #part(from: number, to: number): Piece[] {
    const parts: Piece[] = [];
    let at = 0;
    for (const piece of this.#pieces) {
      const length = "text" in piece ? piece.text.length : piece.end - piece.start;
      const first = Math.max(from - at, 0);
      const last = Math.min(to - at, length);
      at += length;
      if (first >= last) continue;
      parts.push(
        "text" in piece
          ? { text: piece.text.slice(first, last) }
          : { start: piece.start + first, end: piece.start + last },
      );
    }
    return parts;
  }

  /** Removes the prefix and suffix that the old and the new text have in common. */
  #trimmed({ start, end, text }: TextEdit): TextEdit {
    const { original } = this;
    let same = 0;
    while (same < text.length && start + same < end && text[same] === original[start + same]) same++;
    if (isHighSurrogate(text, same - 1)) same--;
    let tail = 0;
    while (
      tail < text.length - same &&
      end - tail > start + same &&
      text[text.length - 1 - tail] === original[end - 1 - tail]
    ) {
      tail++;
    }
    if (tail > 0 && isLowSurrogate(text, text.length - tail)) tail--;
    return { start: start + same, end: end - tail, text: text.slice(same, text.length - tail) };
  }
}

function isHighSurrogate(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at] ?? "");
}

function isLowSurrogate(text: string, at: number): boolean {
  return /[\udc00-\udfff]/.test(text[at] ?? "");
}
