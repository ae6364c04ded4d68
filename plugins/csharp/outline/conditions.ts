/** Evaluates `#if` conditions, although some symbols may be unknown, and compares them with each other. */

/** Undefined if it isn't known. */
export type Truth = boolean | undefined;

const WORD = /\s*(?:([\p{L}_][\p{L}\p{N}_]*)|(&&|\|\||==|!=|[!()]))/uy;
/** Protects the stack from malicious conditions. */
const MAX_DEPTH = 64;

/** Evaluates a condition (C# §6.5.3). If it can't be parsed, the result is unknown. */
export function truthOf(condition: string, symbol: (name: string) => Truth): Truth {
  const words = wordsOf(condition);
  if (!words) return undefined;
  let at = 0;
  const either = (depth: number): Truth => {
    let value = both(depth);
    while (words[at] === "||") {
      at++;
      const other = both(depth);
      value = value === true || other === true ? true : value === false && other === false ? false : undefined;
    }
    return value;
  };
  const both = (depth: number): Truth => {
    let value = equal(depth);
    while (words[at] === "&&") {
      at++;
      const other = equal(depth);
      value = value === false || other === false ? false : value === true && other === true ? true : undefined;
    }
    return value;
  };
  const equal = (depth: number): Truth => {
    let value = unary(depth);
    while (words[at] === "==" || words[at] === "!=") {
      const same = words[at++] === "==";
      const other = unary(depth);
      value = value === undefined || other === undefined ? undefined : (value === other) === same;
    }
    return value;
  };
  const unary = (depth: number): Truth => {
    if (depth > MAX_DEPTH) throw new RangeError("too deep");
    const word = words[at++];
    if (word === "!") {
      const value = unary(depth + 1);
      return value === undefined ? undefined : !value;
    }
    if (word === "(") {
      const value = either(depth + 1);
      if (words[at++] !== ")") throw new RangeError("unclosed");
      return value;
    }
    if (word === undefined || /^\W/u.test(word)) throw new RangeError("no operand");
    return word === "true" ? true : word === "false" ? false : symbol(word);
  };
  try {
    const value = either(0);
    return at === words.length ? value : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns true if `condition` implies `other` because it has all of its operands. */
export function implies(condition: string, other: string): boolean {
  if (other === "") return true;
  const known = new Set(partsOf(condition));
  return partsOf(other).every((part) => known.has(part));
}

/**
 * Returns true if two conditions exclude each other because one negates an operand of the other, as in an `#if` and its
 * `#else`.
 */
export function exclude(condition: string, other: string): boolean {
  const denies = (one: string, two: string) => {
    const known = new Set(partsOf(one));
    return partsOf(two).some((part) => part !== "" && (known.has(`!${part}`) || known.has(`!(${part})`)));
  };
  return denies(condition, other) || denies(other, condition);
}

/** Returns the operands of the outermost `&&`. If the outermost operator is `||`, it returns the whole condition. */
function partsOf(condition: string): string[] {
  const words = wordsOf(condition);
  if (!words) return [condition];
  const parts: string[][] = [[]];
  let depth = 0;
  for (const word of words) {
    if (word === "(") depth++;
    if (word === ")") depth--;
    if (depth === 0 && word === "||") return [words.join("")];
    if (depth === 0 && word === "&&") parts.push([]);
    else parts.at(-1)!.push(word);
  }
  return parts.map((part) => {
    const isGrouped = part[0] === "(" && part.at(-1) === ")" && !part.slice(1, -1).some((word) => /[()]/.test(word));
    return (isGrouped ? part.slice(1, -1) : part).join("");
  });
}

function wordsOf(condition: string): string[] | undefined {
  const words: string[] = [];
  const word = new RegExp(WORD);
  for (let at = 0; at < condition.trimEnd().length; at = word.lastIndex) {
    word.lastIndex = at;
    const found = word.exec(condition);
    if (!found) return undefined;
    words.push(found[1] ?? found[2]!);
  }
  return words;
}
