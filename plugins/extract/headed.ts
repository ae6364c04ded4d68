/** Code under a line that says where it is from: what a reader of plain text gets. */

/** `title` is `path:first-last`, perhaps with a label. Ends with a line end. */
export function headed(title: string, content: string): string {
  return `--- ${title}\n${content}${content === "" || content.endsWith("\n") ? "" : "\n"}`;
}
