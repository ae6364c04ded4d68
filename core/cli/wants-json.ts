/** Checks whether the command line requests JSON. It is used for reporting errors, including errors in flags. */
export function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  const read = end < 0 ? words : words.slice(0, end);
  const as = read.lastIndexOf("--as");
  return (
    read[0] === "-j" || read.includes("--json") || read.includes("--as=json") || (as >= 0 && read[as + 1] === "json")
  );
}
