/** A script with a local function, which only the full grammar finds. */
import assert from "node:assert/strict";
import { scratch } from "../jig.ts";

const SOURCE = `class Player
{
    int Score()
    {
        int Local(int x) => x + 1;
        return Local(1);
    }
}
`;
export const INPUT = JSON.stringify({ path: "Assets/Player.cs" });
export const project = scratch({
  "Assets/Player.cs": SOURCE,
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
});

/** The outline reader skips bodies, so local functions prove that the grammar was used. */
export function assertParsed({
  status,
  stdout,
  stderr,
}: {
  status: number | null;
  stdout: string;
  stderr: string;
}): void {
  assert.equal(status, 0, stderr);
  const { symbols } = JSON.parse(stdout) as { symbols: { name: string; kind: string }[] };
  assert.ok(
    symbols.some((symbol) => symbol.kind === "localFunction" && symbol.name === "Local"),
    stdout,
  );
}
