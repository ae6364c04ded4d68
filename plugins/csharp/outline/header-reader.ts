/** Reads the members of a file, one header at a time, and passes complete headers to the classifier. */
import { type ConditionalGroups, startsLine } from "../lexer/conditional-groups.ts";
import { classifyHeader, type HeaderClassification, isGlobalUsing } from "./classify-header.ts";
import { type Declaration, KIND, TRAIT } from "./declaration-table.ts";
import { HeaderTokens } from "./header-tokens.ts";
import { isWordPart, isWordStart, lastName, startsWithThis } from "./identifiers.ts";
import { MODIFIER_BIT, WORD, WORDS } from "./keywords.ts";
import { indentAt, Scanner } from "./scanner.ts";

export const UNBALANCED = "unbalanced braces";
const UNTERMINATED = "unterminated";

/** The maximum nesting of types. */
const MAX_DEPTH = 200;

export class HeaderReader extends Scanner {
  readonly declarations: Declaration[] = [];
  degraded = "";
  readonly #header = new HeaderTokens();
  readonly #word = /[\w\\\u0080-\uffff]+/y;
  readonly #recovers: boolean;
  #depth = 0;
  /** True inside an extension block (C# 14). */
  #isExtended = false;
  /** True if the closing brace of the current container is missing, so that the next one belongs to an outer container. */
  #unclosed = false;

  /** @param recovers brackets do not match, so rely on indentation */
  constructor(text: string, reading: number, groups?: ConditionalGroups, recovers = false) {
    super(text, reading, groups);
    this.#recovers = recovers;
  }

  read(): void {
    while (this.at < this.text.length) {
      this.#members(-1, "");
      // A brace that doesn't belong here is skipped.
      if (this.at < this.text.length) {
        this.degraded = UNBALANCED;
        this.at++;
      }
    }
    if (this.unbalanced) this.degraded = UNBALANCED;
    if (this.unclosed !== "" && this.degraded === "") this.degraded = `${UNTERMINATED} ${this.unclosed}`;
  }

  /** Reads up to the closing brace of the container, which is left to the caller. */
  #members(container: number, containerName: string): void {
    let parent = container;
    const header = this.#header;
    header.clear();
    const baseIndent = this.#recovers && container >= 0 ? indentAt(this.text, this.declarations[container]!.start) : -1;
    let indented = false;
    for (;;) {
      const c = this.skipTrivia();
      if (Number.isNaN(c)) return;
      if (this.#recovers && baseIndent >= 0 && startsLine(this.text, this.at)) {
        const indent = indentAt(this.text, this.at);
        if (c === 125 && indent > baseIndent && indented) {
          // This brace was never opened.
          this.unbalanced = true;
          this.at++;
          continue;
        }
        if (indent < baseIndent || (indent === baseIndent && indented && c !== 125 && c !== 123)) {
          this.#unclosed = true;
          return;
        }
        if (indent > baseIndent && c !== 123) indented = true;
      }
      if (c === 125) return;
      if (this.#recovers && header.kinds.length === 0) this.limit = indentAt(this.text, this.at);
      if (c === 59) {
        const made = this.#finish(parent, containerName, 59);
        this.at++;
        if (made >= 0) {
          const declaration = this.declarations[made]!;
          declaration.end = this.at;
          if (declaration.kind === KIND.namespace) {
            // With a file scope, the rest of the file is inside it.
            declaration.traits |= TRAIT.fileScoped;
            declaration.end = this.text.length;
            parent = made;
          }
        }
        this.#header.clear();
      } else if (c === 123) this.#braces(parent, containerName);
      else if (c === 61) this.#equals(parent, containerName);
      else if (c === 44) this.#comma(parent, containerName);
      else if (c === 40 || c === 91) {
        const start = this.at;
        if (c === 40 && header.kinds.at(-1) === WORD.operator) this.#operatorSymbol();
        else {
          if (c === 40 && !header.extension) header.extension = startsWithThis(this.text, start + 1);
          this.skipGroup(c === 40, parent < 0 && header.endsWith(this.text, "for"));
          this.#push(c, start);
        }
      } else if (c === 60 && header.kinds.at(-1) !== WORD.operator) {
        const start = this.at;
        if (this.skipGeneric()) this.#push(60, start);
      } else this.#token(c);
    }
  }

  #push(kind: number, start: number): void {
    this.#header.push(kind, start, this.at);
  }

  #token(c: number): void {
    const text = this.text;
    const start = this.at;
    if (isWordStart(c)) {
      const isAt = c === 64;
      this.#word.lastIndex = isAt ? start + 1 : start;
      this.at = this.#word.test(text) ? this.#word.lastIndex : start + 1;
      const lower = c >= 97 && c <= 122;
      if (this.at === start + 1 && c === 64) {
        this.at = start;
        this.skipString();
        return;
      }
      const length = this.at - start;
      const word = lower && length > 1 && length < 10 ? WORDS.get(text.slice(start, this.at)) : undefined;
      this.#push(word?.kind ?? WORD.name, start);
      return;
    }
    const header = this.#header;
    if (header.kinds.at(-1) === WORD.operator) {
      this.#operatorSymbol();
      return;
    }
    if (c === 34 || c === 36) {
      this.skipString();
      return;
    }
    this.at++;
    this.#push(c, start);
  }

  /** Reads the symbol after `operator` as one token. */
  #operatorSymbol(): void {
    const start = this.at;
    while (this.at < this.text.length && /[-+*/%&|^~!<>=]/.test(this.text[this.at]!)) this.at++;
    if (this.at === start) {
      // This is a conversion to a tuple type.
      this.skipGroup();
      this.#push(40, start);
    } else this.#push(WORD.name, start);
  }

  #braces(parent: number, containerName: string): void {
    const header = this.#header;
    if (header.kinds[0] === WORD.extension && header.kinds.includes(40)) {
      // In C# 14, members of an extension block really belong to the static class around it.
      this.at++;
      this.#isExtended = true;
      this.#inner(parent, containerName);
      this.#isExtended = false;
      return;
    }
    const made = this.#finish(parent, containerName, 123);
    const declaration = this.declarations[made];
    if (!declaration) {
      this.skipBraces();
    } else if (declaration.kind === KIND.enum) {
      this.at++;
      this.#enumMembers(made);
      this.#close();
    } else if (declaration.kind <= KIND.interface) {
      this.at++;
      this.#inner(made, declaration.kind === KIND.namespace ? "" : declaration.name);
    } else {
      this.skipBraces();
      if (declaration.kind === KIND.property) this.skipInitialValue();
    }
    if (declaration) declaration.end = this.at;
    this.#header.clear();
  }

  #inner(container: number, name: string): void {
    if (++this.#depth > MAX_DEPTH) {
      this.degraded = "nested too deeply";
      this.at = this.text.length;
    } else this.#members(container, name);
    this.#depth--;
    this.#close();
    this.#header.clear();
  }

  #close(): void {
    if (this.#unclosed) {
      this.#unclosed = false;
      this.unbalanced = true;
    } else if (this.text.charCodeAt(this.at) === 125) this.at++;
    else this.unbalanced = true;
  }

  #equals(parent: number, containerName: string): void {
    const header = this.#header;
    if (header.kinds.at(-1) === WORD.operator) {
      this.#operatorSymbol();
      return;
    }
    const arrow = this.text.charCodeAt(this.at + 1) === 62;
    if (header.kinds[0] === WORD.using || isGlobalUsing(this.text, header, 0)) {
      this.skipExpression(false);
      return;
    }
    const made = this.#finish(parent, containerName, arrow ? 62 : 61);
    this.at += arrow ? 2 : 1;
    this.skipExpression(!arrow);
    const separator = this.text.charCodeAt(this.at);
    // Only `;` or `,` may end it.
    if (separator === 125) this.unbalanced = true;
    const declaration = this.declarations[made];
    if (arrow && declaration) declaration.traits |= TRAIT.arrow;
    if (separator === 59) this.at++;
    if (declaration) declaration.end = this.at;
    if (separator === 44 && declaration && !arrow) {
      this.at++;
      this.#header.keepType();
    } else this.#header.clear();
  }

  #comma(parent: number, containerName: string): void {
    const header = this.#header;
    const last = header.kinds.at(-1);
    const inList = header.kinds.includes(58);
    if (!inList && (last === WORD.name || last === WORD.softModifier || last === WORD.extension || last === 91)) {
      const made = this.#finish(parent, containerName, 44);
      if (made >= 0) {
        this.declarations[made]!.end = this.at;
        this.at++;
        this.#header.keepType();
        return;
      }
    }
    const start = this.at++;
    this.#push(44, start);
  }

  #finish(parent: number, containerName: string, ending: number): number {
    const header = this.#header;
    const declared = header.kinds.length > 0 && classifyHeader(this.text, header, containerName, ending);
    return declared ? this.#declare(declared, parent) : -1;
  }

  #declare(declared: HeaderClassification, parent: number): number {
    const { text } = this;
    const verbatim = text.charCodeAt(declared.nameStart) === 64;
    const nameStart = verbatim ? declared.nameStart + 1 : declared.nameStart;
    // In an extension block, instance members are called on the receiver, and static ones on its type.
    const takes = this.#isExtended && (declared.kind === KIND.method || declared.kind === KIND.property);
    const declaration: Declaration = {
      kind: declared.kind,
      name: declared.name ?? text.slice(nameStart, declared.nameEnd),
      parent,
      start: this.#header.starts[0]!,
      header: this.at,
      end: this.at,
      nameStart,
      nameEnd: declared.nameEnd,
      modifiers: declared.modifiers,
      traits: declared.traits | (verbatim ? TRAIT.verbatim : 0) | (takes ? TRAIT.extension : 0),
      arity: declared.arity,
      bases: declared.bases,
      condition: this.directives.conditionAt(nameStart),
    };
    const index = this.declarations.push(declaration) - 1;
    if (declared.parameters >= 0) this.#positional(declared.parameters, index);
    return index;
  }

  /** A positional record has a property for each parameter. */
  #positional(group: number, parent: number): void {
    const open = this.#header.starts[group]!;
    const close = this.#header.ends[group]! - 1;
    const part = new Scanner(this.text.slice(0, close), 0);
    part.at = open + 1;
    while (part.at < close) {
      part.skipTrivia();
      const start = part.at;
      while (part.skipTrivia() === 91) part.skipGroup();
      // Note that the arguments of an attribute may contain a `=` too.
      const from = part.at;
      part.skipParameter(close);
      const end = part.at++;
      const name = lastName(this.text.slice(from, end));
      if (!name) continue;
      this.declarations.push({
        ...this.declarations[parent]!,
        kind: KIND.property,
        name: name.text,
        parent,
        start,
        header: end,
        end,
        nameStart: from + name.at,
        nameEnd: from + name.at + name.text.length,
        modifiers: MODIFIER_BIT.public,
        traits: 0,
        arity: 0,
        bases: "",
      });
    }
  }

  /** Reads the members of an enum, which can have attributes and a value. */
  #enumMembers(parent: number): void {
    const { text } = this;
    let start = -1;
    for (;;) {
      const c = this.skipTrivia();
      if (Number.isNaN(c) || c === 125) return;
      if (start < 0) start = this.at;
      if (c === 91) this.skipGroup();
      else if (isWordStart(c)) {
        const from = c === 64 ? ++this.at : this.at;
        while (isWordPart(text.charCodeAt(this.at))) this.at++;
        const nameEnd = this.at;
        let end = nameEnd;
        if (this.skipTrivia() === 61) {
          this.skipExpression(true);
          end = this.at;
        }
        this.declarations.push({
          kind: KIND.enumMember,
          name: text.slice(from, nameEnd),
          parent,
          start,
          header: nameEnd,
          end,
          nameStart: from,
          nameEnd,
          modifiers: MODIFIER_BIT.public,
          traits: c === 64 ? TRAIT.verbatim : 0,
          arity: 0,
          bases: "",
          condition: this.directives.conditionAt(from),
        });
        start = -1;
      } else {
        this.at++;
        if (c === 44) start = -1;
      }
    }
  }
}
