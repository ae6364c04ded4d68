/** Creates summaries of descriptions in one line. */

/** Texts such as "After edits" are headings and not summaries. */
const FEW_WORDS = 3;

/**
 * Returns the first sentence of a description without any parentheses. If the part before a colon is long enough for a summary,
 * only that part is returned.
 */
export function summaryOf(description: string): string {
  const [sentence = ""] = description.replace(/ \([^()]*\)/g, "").split(/[.;](?: |$)/, 1);
  const [head = ""] = sentence.split(": ", 1);
  return head.split(" ").length > FEW_WORDS ? head : sentence;
}
