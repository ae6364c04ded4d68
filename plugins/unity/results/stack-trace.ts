/** Finds code of the project in a stack trace of Mono or .NET, or in a message of the compiler. */

export interface StackFrame {
  /** The path in exactly the form that the trace has. */
  file: string;
  line: number;
}

/**
 * Matches `(at Assets/A.cs:3)`, `in /work/Game/Assets/A.cs:line 3`, `[0x00001] in C:\Game\Assets\A.cs:3`, and
 * `Assets/A.cs(3,5): error`.
 */
const FRAMES = [/\(at ([^()]+?):(\d+)\)/, /\bin (.+?\.cs):(?:line )?(\d+)/, /^([^():]+\.cs)\((\d+),\d+\)/];

/**
 * Returns the first frame that isn't in a package, since the code of the project is more useful than that of the test
 * framework.
 */
export function projectFrame(stack: string): StackFrame | undefined {
  for (const line of stack.split(/\r?\n/)) {
    const found = FRAMES.map((frame) => frame.exec(line)).find((match) => match !== null);
    if (!found) continue;
    const file = found[1]!.trim();
    if (/(^|[\\/])(PackageCache|BuiltInPackages)[\\/]/.test(file) || /^<|^\/(home|Users)\/bokken\//.test(file))
      continue;
    return { file, line: Number(found[2]) };
  }
  return undefined;
}
