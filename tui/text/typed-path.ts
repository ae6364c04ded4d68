/** Returns true if the text is the path of a folder rather than a part of a name. */
export function isPath(typed: string): boolean {
  return /^(?:[~.]|[A-Za-z]:)|[/\\]/.test(typed);
}
