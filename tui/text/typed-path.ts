/** Decides whether a typed text is a path to a folder, and not a part of a name. */
export function isPath(typed: string): boolean {
  return /^(?:[~.]|[A-Za-z]:)|[/\\]/.test(typed);
}
