/** Finds project code in a stack trace (Mono or .NET) or a compiler message. */

export interface StackFrame {
  /** Verbatim from the trace. */
  file: string;
  line: number;
}

/**
 * `(at Assets/A.cs:3)`, `in /work/Game/Assets/A.cs:line 3`, `[0x00001] in C:\Game\Assets\A.cs:3`, `Assets/A.cs(3,5):
 * error`
 */
const FRAMES = [/\(at ([^()]+?):(\d+)\)/, /\bin (.+?\.cs):(?:line )?(\d+)/, /^([^():]+\.cs)\((\d+),\d+\)/];

/** First frame outside packages. Project code is more useful than the test framework's. */
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
