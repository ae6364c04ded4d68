/** Whether what is typed is a way to a folder, and not a part of its name. */
export function isPath(typed: string): boolean {
  return /^(?:[~.]|[A-Za-z]:)|[/\\]/.test(typed);
}
