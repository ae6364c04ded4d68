/** Takes sequences out of the terminal's input, including those that are split across reads. */

/**
 * @param whole - Global pattern. Its groups go to `take`.
 * @param broken - The beginning of such a sequence at the end of a read. It's held until the next one.
 * @param maxReads - How many reads to wait for the end. After that, what has been held was typed.
 */
export function createSequenceFilter(
  whole: RegExp,
  broken: RegExp,
  take: (...groups: (string | undefined)[]) => void = () => {},
  maxReads = Number.POSITIVE_INFINITY,
): (chunk: string) => string {
  let rest = "";
  let reads = 0;
  return (chunk) => {
    const text = (rest + chunk).replace(whole, (_, ...found: (string | undefined)[]) => {
      // The offset and the whole text come after the groups.
      take(...found.slice(0, -2));
      return "";
    });
    rest = broken.exec(text)?.[0] ?? "";
    reads = rest === "" ? 0 : reads + 1;
    if (reads > maxReads) {
      rest = "";
      reads = 0;
    }
    return rest === "" ? text : text.slice(0, -rest.length);
  };
}
