/** One-line summaries of descriptions */

/** "After edits" and such are headings, not summaries */
const FEW_WORDS = 3;

/** The first sentence, parentheses removed. May stop at a colon if that's enough. */
export function summaryOf(description: string): string {
  const [sentence = ""] = description.replace(/ \([^()]*\)/g, "").split(/[.;](?: |$)/, 1);
  const [head = ""] = sentence.split(": ", 1);
  return head.split(" ").length > FEW_WORDS ? head : sentence;
}
