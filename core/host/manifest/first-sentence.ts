/** One-line summaries of descriptions */

/** "After edits" and such are headings, not summaries */
const FEW_WORDS = 3;

/**
 * Returns the first sentence of a description, without anything in parentheses. If the part before a colon is long enough to
 * be a summary, then only that part is returned.
 */
export function summaryOf(description: string): string {
  const [sentence = ""] = description.replace(/ \([^()]*\)/g, "").split(/[.;](?: |$)/, 1);
  const [head = ""] = sentence.split(": ", 1);
  return head.split(" ").length > FEW_WORDS ? head : sentence;
}
