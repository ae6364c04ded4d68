/** Explains crashes that were caused by an import of a package that the program cannot find. */

/** The messages of Python, Node, Bun, Deno and Ruby, which include the package's name. */
const ABSENT = [
  /\bModuleNotFoundError: No module named ['"]([\w.]+)['"]/,
  /\bCannot find (?:package|module) ['"]([^'"]+)['"]/,
  /\bcannot load such file -- (\S+)/,
];

/** Returns a hint for such a crash, or undefined if the crash had another cause. */
export function absentImportHint(text: string): string | undefined {
  const [name] = ABSENT.flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  if (name === undefined) return undefined;
  return `The program finds no "${name}". Correct the name, install it for this program (not only for your user), or put its files next to the script: nothing else of your home folder can be read`;
}
