/** Finds the project's code in a Mono or .NET stack trace, or in a compiler message. */

export interface StackFrame {
  /** The path as written in the trace. */
  file: string;
  line: number;
}

/** Matches `(at Assets/A.cs:3)`, `in /work/Game/Assets/A.cs:line 3`, `[0x00001] in C:\Game\Assets\A.cs:3`, `Assets/A.cs(3,5): error`. */
const FRAMES = [/\(at ([^()]+?):(\d+)\)/, /\bin (.+?\.cs):(?:line )?(\d+)/, /^([^():]+\.cs)\((\d+),\d+\)/];

/** Returns the first frame outside packages. The project's code is more useful than the test framework's. */
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
