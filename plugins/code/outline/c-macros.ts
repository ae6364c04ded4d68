/**
 * Hides macros that the grammar would misread. These are attributes with another name (`CURL_EXTERN int f();`,
 * `class FMT_API format_error {`), calls in place of declarations (`DEFINE_LIST(int)` without a semicolon), and single
 * words. Explicit instantiations, which declare nothing, are hidden too.
 */
import { afterDirectives, attributeWords, startsFunction, TYPE_WORDS } from "./c-attributes.ts";
import { isHeadMacro, isMacroName } from "./c-defines.ts";
import { EnumHider } from "./c-enum-macros.ts";
import { TokenCursor } from "./c-token-cursor.ts";
import { closingAngle, type Token } from "./c-tokens.ts";

/** Words that begin a declaration. A name in front of one of them is an attribute. */
const BEGINS = new Set(
  (
    "void bool char int float double long short unsigned signed struct class enum union auto static inline extern typedef virtual " +
    "explicit friend constexpr consteval constinit template namespace using typename wchar_t char8_t char16_t char32_t _Bool " +
    "thread_local __inline __inline__ __declspec decltype"
  ).split(" "),
);
const CLASS_KEYS = new Set(["class", "struct", "union", "enum"]);
const QUALIFIERS = new Set(["const", "volatile", "*", "&"]);
const MAX_MACROS = 5;

export class MacroHider extends TokenCursor {
  /** The names after `class` and `struct`, which are not macros. */
  readonly #classes: ReadonlySet<string>;
  /** Words that the file uses like macros in place of attributes, whatever their case. */
  readonly #attributes: ReadonlySet<string>;
  /** Tokens in the bodies of enums. The names there are not macros. */
  readonly #enumerated: ReadonlySet<number>;

  constructor(tokens: Token[]) {
    super(tokens);
    const enums = new EnumHider(tokens, this.pairs);
    enums.hideAll();
    this.#enumerated = enums.enumerated;
    const classes = new Set<string>();
    for (let at = 0; at < tokens.length; at++) {
      if (!CLASS_KEYS.has(this.text(at))) continue;
      const next = tokens[at + 1];
      if (next?.kind === "name" && tokens[at + 2]?.kind !== "name") classes.add(next.text);
      else if (tokens[at + 2]?.kind === "name") classes.add(this.text(at + 2));
    }
    this.#classes = classes;
    this.#attributes = attributeWords(tokens, this.pairs);
  }

  /** Starts at the end, so that the tokens after a name are already known. */
  hideAll(): void {
    for (let at = this.tokens.length - 1; at >= 0; at--) {
      const token = this.tokens[at];
      if (!token || token.shown !== undefined || this.#enumerated.has(at)) continue;
      if (token.kind === "name") {
        const use = this.#macroUse(at, token.text);
        if (use) this.hide(...use);
      } else if (token.text === "template" || token.text === "extern") this.#instantiation(at);
      else this.#gap(at, token.text);
    }
  }

  #isMacro(at: number): boolean {
    const text = this.text(at);
    return this.kind(at) === "name" && (isMacroName(text) || this.#attributes.has(text)) && !this.#classes.has(text);
  }

  /** Returns the range of tokens to hide, starting at a name, and optionally a replacement. */
  #macroUse(at: number, text: string): [number, number, string?] | undefined {
    const next = this.next(at);
    const previous = at - 1;
    const before = this.text(previous);
    if (before === "." || before === "@" || before === "goto" || (before === ">" && this.text(previous - 1) === "-"))
      return undefined;
    if (before === ":" && this.text(previous - 1) === ":") return undefined;
    if (this.#isTypeOfBrackets(at, previous)) return [at, at, "int"];
    if (this.text(next) === "in") return undefined; // for (Pair *pair in pairs)
    // NSString __block *value
    if (/^__[a-z]/.test(text) && this.kind(previous) === "name" && !startsFunction(this.tokens, this.pairs, at))
      return [at, at];
    if (this.#isHead(previous)) return this.#inHead(at, next);
    // char* NULLABLE name;
    if (/^[*&]$/.test(before) && this.kind(next) === "name" && /^[;,=)]$/.test(this.text(this.next(next))))
      return [at, at];
    if (this.#isMacro(at) && this.#isBeforeFunction(previous, afterDirectives(this.tokens, next))) return [at, at];
    // CURL_EXTERN int f(), FMT_API const char* g(), FMT_API std::string h()
    const isAttribute =
      before !== "typename" &&
      (this.#beginsType(next) ||
        (/^(?:const|volatile)$/.test(this.text(next)) && this.#isMacro(at) && this.#declares(next + 1)) ||
        (this.kind(next) === "name" && (this.#declares(next) || (this.#isMacro(at) && this.#isConstructor(next)))) ||
        (this.text(next) === "~" && this.#isMacro(at)));
    if (isAttribute) return [at, at];
    const end = this.end(at);
    const after = end === at ? next : this.next(end);
    if (end > at && this.#isBetween(previous, after)) return [at, end];
    if (!this.#isMacro(at)) return this.#module(at, text);
    // In `DEPRECATED operator bool()`, the name is an attribute. Before other operators, it is a type.
    if (this.text(next) === "operator" && /^(?:name|word)$/.test(this.kind(next + 1))) return [at, at];
    // In `void *begin NO_MACRO() {`, the brackets belong to the function.
    if (end > at && this.text(after) === "{" && this.#endsType(previous - 1) && this.kind(previous) === "name")
      return [at, at];
    if (end > at && this.#isType(at, previous, after)) return [at, end, "int"];
    if (this.#isTrailing(at, previous, after)) return [at, end];
    // "(" QUOTED("=") ")"
    if (end > at && (/"$/.test(before) || /^"/.test(this.text(after)))) return [at, end];
    // if CONSTEXPR (x)
    if (/^(?:if|while|switch)$/.test(before) && this.text(next) === "(") return [at, at];
    // template <class T, ENABLE_IF(x)>
    if (end > at && /^[,<]$/.test(before) && /^[,>]$/.test(this.text(after)) && this.isTemplate(previous))
      return [at, end, "int"];
    if (this.#isAccess(at)) return [at, at + 1];
    if (this.#isStart(at)) {
      // A statement like `DEFINE_LIST(int);`, a prefix as in `DEPRECATED("x") int f();`, or a line like `BEGIN_DECLS`.
      if (end > at && this.text(after) === ";") return [at, after];
      // TRY { }, CATCH(x) { }
      if (this.text(after) === "{" && !/TEST/.test(text)) return [at, end];
      // If a name follows a name, it may be a declaration whose type is the first name.
      const isType =
        end === at && this.kind(after) === "name" && !(this.#isMacro(after) && this.text(after + 1) === "(");
      return (this.#begins(after) && !isType) || this.text(after) === "}" ? [at, end] : undefined;
    }
    return end > at && BEGINS.has(this.#beforeMacros(previous)) && this.#begins(after) ? [at, end] : undefined;
  }

  /** Returns true for an attribute between a type and the name of a function, as in `void printflike(1, 2) fatal(`. */
  #isBetween(previous: number, after: number): boolean {
    if (!(TYPE_WORDS.has(this.text(previous)) || this.kind(previous) === "name" || this.text(previous) === "*"))
      return false;
    let name = after;
    while (this.text(name) === "*") name = this.next(name);
    if (this.kind(name) !== "name" || this.text(name + 1) !== "(") return false;
    return /^[;{]$/.test(this.text(this.next(this.closing(name + 1))));
  }

  /** Returns true for a macro that makes a type, as in `TAILQ_ENTRY(item) entry;` and `static LIST_HEAD(, item) items =`. */
  #isType(at: number, previous: number, after: number): boolean {
    const isMember = /^(?:static|extern|const|volatile)$/.test(this.text(previous));
    if (this.kind(after) !== "name" || !(isMember || this.#isStart(at))) return false;
    let end = this.next(after);
    if (this.text(end) === "=") return isMember || isHeadMacro(this.text(at));
    if (this.text(end) === "," && this.kind(end + 1) === "name") end += 2;
    while (this.text(end) === "[") end = this.next(this.closing(end));
    return this.text(end) === ";";
  }

  /** Returns true between a type and the name of a function, as in `void API name(` and `item *__attribute((cold)) api name(`. */
  #isBeforeFunction(previous: number, name: number): boolean {
    if (this.kind(name) !== "name" || !/^[(:<]$/.test(this.text(name + 1))) return false;
    const before = this.text(previous);
    if (TYPE_WORDS.has(before)) return true;
    // If several macros follow each other, one may be the type.
    if (isMacroName(this.text(name))) return false;
    if (before === ")") return this.#isMacro(this.opening(previous) - 1);
    return before === "*" || (this.kind(previous) === "name" && !this.#isMacro(previous));
  }

  /** Returns the text before macros with arguments, as in `static inline FORMAT(1) FORMAT(2) int f(`. */
  #beforeMacros(previous: number): string {
    let at = previous;
    for (let macros = 0; macros < MAX_MACROS && this.text(at) === ")"; macros++) {
      if (!this.#isMacro(this.opening(at) - 1)) break;
      at = this.opening(at) - 2;
    }
    return this.text(at);
  }

  /** Returns true for a keyword that begins a declaration. In C, `class` is a name. */
  #beginsType(at: number): boolean {
    return this.kind(at) === "word" && BEGINS.has(this.text(at));
  }

  /** Returns true for a macro in place of `private`, as in `PRIVATE_UNLESS_TESTED:`. */
  #isAccess(at: number, depth = 0): boolean {
    if (!this.#isMacro(at) || this.text(at + 1) !== ":" || depth > MAX_MACROS || !this.#isStart(at, depth))
      return false;
    return this.#begins(at + 2) || this.text(at + 2) === "}";
  }

  #isStart(at: number, depth = 0): boolean {
    const before = this.text(at - 1);
    if (before === ":")
      return /^(?:public|private|protected)$/.test(this.text(at - 2)) || this.#isAccess(at - 2, depth + 1);
    return (
      before === "" ||
      before === ";" ||
      before === "{" ||
      before === "}" ||
      this.kind(at - 1) === "directive" ||
      (before === ">" ? this.isTemplate(at - 2) : this.#isAfterMacro(at, depth + 1))
    );
  }

  /** Handles `export module a.b;` */
  #module(at: number, text: string): [number, number] | undefined {
    if (!/^(?:module|import)$/.test(text) || !/^(?:|[;}]|export)$/.test(this.text(at - 1).replace(/^#.*/s, "")))
      return undefined;
    if (this.kind(at + 1) !== "name" && at > 0) return undefined;
    let end = at + 1;
    while (end - at < 12 && /^[\w.:<>/]+$/.test(this.text(end))) end++;
    return this.text(end) === ";" ? [this.text(at - 1) === "export" ? at - 1 : at, end] : undefined;
  }

  /** The grammar reads `size_t (*f)(int) = 0;` and `API T *(f)(int)` as calls, unless the type is a keyword. */
  #isTypeOfBrackets(at: number, previous: number): boolean {
    const before = this.text(previous);
    let open = at + 1;
    while (QUALIFIERS.has(this.text(open))) open++;
    if (this.text(open) !== "(" || !(/^(?:|[;{}:>])$/.test(before) || this.kind(previous) !== "mark")) return false;
    if (this.kind(previous) === "text" || (this.kind(previous) === "word" && !BEGINS.has(before))) return false;
    const isPointer = this.text(open + 1) === "*";
    const name = isPointer ? open + 2 : open + 1;
    if (this.kind(name) !== "name" || this.text(name + 1) !== ")" || this.text(name + 2) !== "(") return false;
    const after = this.closing(name + 2) + 1;
    // result_type(min)() const {
    if (!isPointer && /^(?:\{|const|noexcept|override)$/.test(this.text(after))) return true;
    if (!isPointer) return this.#isMacro(previous) && this.#isStart(previous);
    return /^[;=]$/.test(this.text(after)) || (this.#isMacro(after) && this.text(after + 1) === ";");
  }

  /** Hides constructs that the grammar does not support: `unsigned(x)`, `-> decltype(a, T())`, `int a, __attribute__((x)) b`. */
  #gap(at: number, text: string): void {
    if (this.kind(at) !== "word" || this.text(at + 1) !== "(") return;
    const isConversion = /^(?:unsigned|signed|long|short)$/.test(text) && !/^(?:[*&]|name)$/.test(this.text(at + 2));
    if (isConversion && /^[=(,<>+*/%|&?:!^~{;-]$|^return$/.test(this.text(at - 1))) this.hide(at, at, "u");
    if (text === "__attribute__" && this.text(at - 1) === ",") this.hide(at, this.closing(at + 1));
    if (text === "decltype" && this.text(at - 1) === ">" && this.text(at - 2) === "-")
      this.hide(at, this.closing(at + 1), "int");
  }

  /** As in `BEGIN(x) NEXT(y)`. */
  #isAfterMacro(at: number, depth: number): boolean {
    if (depth > MAX_MACROS) return false;
    const name = this.text(at - 1) === ")" ? this.opening(at - 1) - 1 : at - 1;
    return this.#isMacro(name) && this.#isStart(name, depth);
  }

  #begins(at: number): boolean {
    const kind = this.kind(at);
    const text = this.text(at);
    return (
      kind === "" ||
      kind === "directive" ||
      kind === "name" ||
      this.#beginsType(at) ||
      text === "@" ||
      (/^[-+]$/.test(text) && this.text(at + 1) === "(" && this.kind(at + 2) !== "text") ||
      text === "const" ||
      text === "~" ||
      text === "["
    );
  }

  /** Returns true for an attribute after a declarator, as in `int f() NOEXCEPT;`, `int x UNUSED;` and `char buffer[4] ALIGNED(8) = {}`. */
  #isTrailing(at: number, previous: number, after: number): boolean {
    const follower = this.text(after);
    let last = previous;
    while (/^(?:const|noexcept|override|final|&)$/.test(this.text(last)) || (this.#isMacro(last) && last > at - 8))
      last--;
    if (this.text(last) === ")")
      return (
        (/^[;{,=:]?$/.test(follower) || (follower === "-" && this.text(after + 1) === ">")) &&
        this.#isAfterParameters(last)
      );
    if (last !== previous || !/^[;,=[)]$/.test(follower)) return false;
    while (this.text(last) === "]") last = this.opening(last) - 1;
    if (this.kind(last) !== "name") return false;
    // using name DEPRECATED = T;
    if (this.text(last - 1) === "using" && follower === "=") return true;
    return this.#endsType(this.text(last - 1) === "const" ? last - 2 : last - 1);
  }

  /** `static const T NAME = 1` declares NAME. There is no other type, so T must be the type. */
  #endsType(at: number): boolean {
    const text = this.text(at);
    return this.kind(at) === "name" || /^[)*&>]$/.test(text) || TYPE_WORDS.has(text);
  }

  /** Returns true if the brackets belong to the declaration of a function and not to an `if`, a call or a cast. */
  #isAfterParameters(close: number): boolean {
    const open = this.opening(close);
    if (this.text(open - 1) === ")") return true;
    for (let back = 1; back <= 4; back++) if (this.text(open - back) === "operator") return true;
    return this.kind(open - 1) === "name" && !/^(?:[=(,!?+|%/.-]|return)$/.test(this.text(open - 2));
  }

  /** Returns true for a type followed by a name that is declared, as in `T f(` and `std::vector<int>& x =`. */
  #declares(from: number): boolean {
    let at = from;
    if (this.#beginsType(at)) return true;
    for (let parts = 0; parts < 20; parts++) {
      if (this.kind(at) !== "name") return false;
      at = this.next(at);
      if (this.text(at) === "<") at = closingAngle(this.tokens, this.pairs, at) + 1;
      if (this.text(at) !== ":" || this.text(at + 1) !== ":") break;
      at += 2;
    }
    while (QUALIFIERS.has(this.text(at))) at++;
    if (this.text(at) === "operator") return true;
    // API int (name)(int)
    if (this.text(at) === "(" && this.kind(at + 1) === "name" && this.text(at + 2) === ")")
      return this.text(at + 3) === "(";
    return (
      this.kind(at) === "name" &&
      (/^[(;=,[{:)<]$/.test(this.text(this.next(at))) || this.kind(this.next(at)) === "name")
    );
  }

  /** Returns true for `Box(` or, outside of the class, `shapes::Box<T>::Box(` and `Box::~Box(`. */
  #isConstructor(from: number): boolean {
    if (this.#classes.has(this.text(from)) && this.text(from + 1) === "(") return true;
    let at = from;
    for (let parts = 0; parts < 20 && this.kind(at) === "name"; parts++) {
      const part = this.text(at);
      at = this.next(at);
      if (this.text(at) === "<") at = closingAngle(this.tokens, this.pairs, at) + 1;
      if (this.text(at) !== ":" || this.text(at + 1) !== ":") return false;
      at += 2;
      const name = this.text(at) === "~" ? at + 1 : at;
      if (this.text(name) === part && this.text(name + 1) === "(") return true;
    }
    return false;
  }

  /** Returns true for a word such as `class`, or for a macro after it. */
  #isHead(at: number): boolean {
    let head = at;
    for (let macros = 0; macros < MAX_MACROS && this.#isMacro(head); macros++) head--;
    return CLASS_KEYS.has(this.text(head)) && this.kind(head) === "word";
  }

  /** Handles `class FMT_API format_error :` */
  #inHead(at: number, next: number): [number, number] | undefined {
    const end = this.end(at);
    let name = end === at ? next : this.next(end);
    // class API [[nodiscard]] Lock
    if (this.text(name) === "[" && this.text(name + 1) === "[") name = this.next(this.closing(name));
    if (this.kind(name) !== "name" || this.text(name) === "final") return undefined;
    const after = this.text(this.next(name));
    const isPlain = this.text(at - 1) !== "enum" || this.#isMacro(at);
    return /^(?:[{:<]|final)$/.test(after) && isPlain ? [at, end] : undefined;
  }

  /** Hides `template class S<int>;` and `extern template int f<3>();`. */
  #instantiation(at: number): void {
    const start = this.text(at) === "extern" ? at + 1 : at;
    if (this.text(start) !== "template" || this.text(start + 1) === "<" || !this.#isStart(at)) return;
    let end = start;
    while (end < this.tokens.length && !/^[;{]$/.test(this.text(end))) end++;
    if (this.text(end) === ";") this.hide(at, end);
  }
}
