/** Finds the newest file with test results. If the Editor doesn't keep results by id, this is the only source we have. */
import path from "node:path";
import type { Files } from "../../../../core/host/plugin-api.ts";
import type { CommandOutcome } from "../../command/receipt.ts";
import { countsIn } from "../../results/nunit-xml.ts";

const FOLDER = ".uloop/outputs/TestResults";
const MAX_BYTES = 256 * 1024 * 1024;

/** Returns undefined if no file was written since `at` (Unix milliseconds). */
export async function latestTestRun(
  files: Files,
  projectRoot: string,
  at: number,
): Promise<CommandOutcome | undefined> {
  const entries = await files.list(path.join(projectRoot, FOLDER)).catch(() => []);
  const since = entries.filter((entry) => entry.kind === "file" && entry.path.endsWith(".xml") && entry.mtimeMs >= at);
  const [newest] = since.sort((one, other) => other.mtimeMs - one.mtimeMs);
  if (!newest) return undefined;
  const XmlPath = path.relative(projectRoot, newest.path).replaceAll("\\", "/");
  const text = await files.readText(newest.path, { maxBytes: MAX_BYTES }).catch(() => undefined);
  const counts = text && countsIn(text.text);
  return {
    verdict: "unknown",
    why: `This Editor gives runs no ids; ${XmlPath} was written after the command was sent, perhaps by this run`,
    result: { ...counts, XmlPath },
  };
}
