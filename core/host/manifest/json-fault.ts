/** Finds the place at which a text stops being JSON, and says how to mend it: `JSON.parse` names no place. */

export interface JsonFault {
  /** From 1. */
  line: number;
  column: number;
  what: string;
  write: string;
}

const WORD = /[^\s,:[\]{}"]+/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![^\s,:[\]{}"])/y;
const BLANKS = /[ \t\r\n]*/y;

/** Returns undefined for text that is JSON. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    new Reader(text).document();
    return undefined;
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const before = text.slice(0, fault.at).split("\n");
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, what: fault.message, write: fault.write };
  }
}

class Fault extends Error {
  readonly at: number;
  readonly write: string;

  constructor(at: number, what: string, write: string) {
    super(what);
    this.at = at;
    this.write = write;
  }
}

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): void {
    // The closing brackets still to come, in a list: recursion would end the stack for deep nesting.
    const open: string[] = [];
    this.value(open);
    while (open.length > 0) this.next(open);
    this.blanks();
    if (this.at < this.text.length) throw new Fault(this.at, "text follows the end of the value", "Remove it");
  }

  /** Reads on after a value within brackets. */
  private next(open: string[]): void {
    const end = this.at;
    this.blanks();
    const close = open.at(-1) ?? "";
    if (this.take(close)) {
      open.pop();
      return;
    }
    this.refuseEnd(close);
    if (!this.take(","))
      throw new Fault(
        end,
        `"," or "${close}" is missing`,
        `Write "," before the next entry, or "${close}" after the last`,
      );
    this.blanks();
    if (this.text[this.at] === close)
      throw new Fault(this.at, `"," comes before "${close}"`, "Remove the comma after the last entry");
    if (close === "}") this.key();
    this.value(open);
  }

  private key(): void {
    this.blanks();
    this.refuseEnd("}");
    if (!this.match(STRING)) throw new Fault(this.at, "a name in double quotes is missing", 'Write "name": value');
    const end = this.at;
    this.blanks();
    if (!this.take(":")) throw new Fault(end, '":" is missing after the name', 'Write "name": value');
  }

  private value(open: string[]): void {
    for (;;) {
      this.blanks();
      if (this.match(STRING) || this.match(SCALAR)) return;
      const close = this.take("{") ? "}" : this.take("[") ? "]" : undefined;
      if (close === undefined) {
        this.refuseEnd(open.at(-1));
        throw this.noValue();
      }
      this.blanks();
      if (this.take(close)) return;
      open.push(close);
      if (close === "}") this.key();
    }
  }

  private noValue(): Fault {
    const { at, text } = this;
    if (text[at] === '"')
      return new Fault(at, "a string has no end, or a character in it that needs an escape", 'Write \\n, \\", \\\\');
    const word = this.match(WORD);
    if (word?.startsWith("'")) return new Fault(at, "a string is in single quotes", "Use double quotes");
    const what = word === undefined ? "a value is missing" : `${JSON.stringify(word.slice(0, 40))} is no value`;
    return new Fault(at, what, "Write a string in double quotes, a number, true, false, null, a list or an object");
  }

  private refuseEnd(close: string | undefined): void {
    if (this.at < this.text.length) return;
    const write = close === undefined ? "Write one JSON object" : `Write "${close}" for each one that is open`;
    throw new Fault(this.at, "the text ends too early", write);
  }

  private blanks(): void {
    this.match(BLANKS);
    if (this.text.startsWith("//", this.at) || this.text.startsWith("/*", this.at))
      throw new Fault(this.at, "JSON has no comments", "Remove the comment, or say it in a description");
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }
}
