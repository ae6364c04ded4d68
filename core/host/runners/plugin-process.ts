/** The process of a third party's modules: the child's side on the pipes of the process itself. Its end is the end of the line. */
import type { Runtime } from "../runtime/runtime.ts";
import { type ChildPort, serveChild } from "./child-process.ts";

/** Does not come back. */
export async function runPluginProcess(
  { stdin, stdout, exit }: Pick<NodeJS.Process, "stdin" | "stdout" | "exit">,
  startThread: Runtime["startThread"],
  builtIn?: ChildPort["builtIn"],
): Promise<never> {
  const write = (text: string) => void stdout.write(text);
  await serveChild({ input: stdin, write, startThread, end: () => exit(0), ...(builtIn ? { builtIn } : {}) });
  return exit(0);
}
