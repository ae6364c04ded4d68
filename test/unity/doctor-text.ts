/** The Unity part of `jig doctor` on one line. */
import { cli } from "./driver.ts";

export async function doctor(root: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await cli(["doctor", "--root", root], { env });
  const text = stdout.replace(/\s+/g, " ");
  return text.slice(text.indexOf("Unity Editor"));
}
