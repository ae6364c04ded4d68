/** Path of a folder, or part of a name? */
export function isPath(typed: string): boolean {
  return /^(?:[~.]|[A-Za-z]:)|[/\\]/.test(typed);
}
