/** Checks whether a word can be a name in a language. */
import { familyOf } from "../../uses/uses-languages.ts";

const C =
  "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return " +
  "short signed sizeof static struct switch typedef union unsigned void volatile while class namespace template this using virtual " +
  "public private protected operator new delete throw try catch friend bool true false nullptr constexpr decltype explicit typename";

/** Words that cannot be names. Some are only reserved in certain places, but are rejected everywhere. */
const KEYWORDS: Readonly<Record<string, string>> = {
  typescript:
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw true " +
    "try typeof undefined var void while with yield arguments eval constructor",
  python:
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is " +
    "lambda nonlocal not or pass raise return try while with yield self cls",
  go:
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return " +
    "select struct switch type var nil true false iota init main _",
  rust:
    "as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move mut pub ref " +
    "return self Self static struct super trait true type unsafe use where while abstract become box do final macro override priv try " +
    "typeof unsized virtual yield _",
  java:
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally float " +
    "for goto if implements import instanceof int interface long native new package private protected public return short static " +
    "strictfp super switch synchronized this throw throws transient try void volatile while true false null var record yield _",
  c: C,
};

const WORD = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u;
const WORD_WITH_DOLLAR = /^[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*$/u;

/** Returns the reason why a word cannot be a name, or undefined if it can. */
export function refusedName(word: string, language: string): string | undefined {
  const family = familyOf(language);
  const shape = /^(?:typescript|java)$/.test(family) ? WORD_WITH_DOLLAR : WORD;
  if (!shape.test(word)) return `${JSON.stringify(word)} is not a name`;
  return KEYWORDS[family]?.split(" ").includes(word) ? `${word} is a keyword of the language` : undefined;
}

/** Methods that programs outside the sources call by their name. */
const CALLED_BY_NAME: Readonly<Record<string, RegExp>> = {
  python: /^__\w+__$/,
  go: /^(?:String|Error|Read|Write|Close|Seek|ReadFrom|WriteTo|ReadByte|WriteByte|ReadAt|WriteAt|Len|Less|Swap|Push|Pop|ServeHTTP|Unwrap|Is|As|Format|GoString|Scan|Value|RoundTrip|Header|WriteHeader|WriteString|ReadRune|UnreadRune|UnreadByte|ReadDir|ReadFile|LocalAddr|RemoteAddr|Set(?:Read|Write)?Deadline|LastInsertId|RowsAffected|Flush|Hijack|(?:Unm|M)arshal\w+|Lock|Unlock|Deadline|Done|Err|Timeout|Temporary|Name|Size|Mode|ModTime|IsDir|Sys|Open|Stat|Handle|Enabled|WithAttrs|WithGroup|Network|Set|Get)$/,
  java: /^(?:toString|equals|hashCode|clone|finalize|getClass|notify|notifyAll|wait|main|readObject|writeObject|readResolve|writeReplace|valueOf|values)$/,
  typescript: /^(?:constructor|toString|toJSON|valueOf|then|toLocaleString)$/,
  rust: /^(?:main)$/,
  c: /^(?:main|operator.*)$/,
};

/** Returns true if code outside the sources calls a declaration with this name. */
export function isCalledByName(name: string, language: string): boolean {
  return CALLED_BY_NAME[familyOf(language)]?.test(name) === true;
}
