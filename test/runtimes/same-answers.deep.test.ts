/** The sources in Deno and the binary give the same answers, for all examples of all tools. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { steady } from "../steady.ts";
import { gameServers, type Server } from "./game-servers.ts";

/** Timeout for calls that wait for something like an Editor, on both sides. */
const PATIENCE_MS = 10_000;

/** Retries, because answers may differ while an index is being built. */
const ATTEMPTS = 5;

function withoutFreshness(content: unknown): unknown {
  return typeof content === "object" && content !== null ? { ...content, freshness: undefined } : content;
}

async function answer({ mcp, cache }: Server, id: string, tool: string, input: unknown): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, "late");
  });
  const message = await Promise.race([mcp.call(id, tool, input), late]);
  clearTimeout(timer);
  if (message === "late") {
    mcp.send({ method: "notifications/cancelled", params: { requestId: id } });
    return "late";
  }
  return {
    isError: message.result?.isError ?? false,
    // There's no file watching in Deno.
    content: withoutFreshness(steady(message.result?.content?.[0]?.text ?? "", cache)),
  };
}

test("the same answer for every example of every tool", { timeout: 180_000 }, async () => {
  const { tools, binary, deno } = gameServers();
  const [ours, theirs] = [binary(), deno()];
  await Promise.all([ours.mcp.initialize(), theirs.mcp.initialize()]);
  const different: string[] = [];
  let compared = 0;
  await Promise.all(
    tools.flatMap(({ name, plan, plugin, examples }) =>
      // Plans have random names.
      (plan || plugin === "changes" ? [] : examples).map(async ({ title, input }) => {
        let pair: unknown[] = [];
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          const id = `${name} ${title} ${attempt}`;
          pair = await Promise.all([ours, theirs].map((server) => answer(server, id, name, input)));
          if (JSON.stringify(pair[0]) === JSON.stringify(pair[1])) break;
        }
        compared++;
        if (JSON.stringify(pair[0]) !== JSON.stringify(pair[1]))
          different.push(`${name}, ${title}: ${JSON.stringify(pair, null, 1)}`);
      }),
    ),
  );
  assert.deepEqual(different, []);
  assert.ok(
    compared >= tools.filter(({ plan, plugin }) => !plan && plugin !== "changes").length,
    "every tool has an example",
  );
  await Promise.all([ours.mcp.end(), theirs.mcp.end()]);
});

test("the examples of listed tools succeed on the fixture project", async () => {
  const { tools, binary } = gameServers();
  const { mcp } = binary();
  await mcp.initialize();
  const failed: string[] = [];
  for (const { name, listed, mcp: isOffered, examples } of tools) {
    if (!listed || isOffered === false) continue;
    for (const { title, input } of examples) {
      const { result } = await mcp.call(`${name} ${title}`, name, input);
      if (result.isError) failed.push(`${name}, ${title}: ${result.content[0].text}`);
    }
  }
  assert.deepEqual(failed, []);
  await mcp.end();
});
