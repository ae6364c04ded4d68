/** Two debug clients and a slow editor: no breakpoint gets lost and no value is made up. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { filePath, soon, stranger, twoClients } from "./two-debuggers.ts";

/** Delayed message type: none, call stack, set breakpoint, variables, evaluate, break filters (the fence). */
for (const slow of [undefined, 7, 10, 17, 19, 23])
  test(
    `two clients keep their breakpoints, ${slow ? `answers to ${slow} after 2 s` : "answers at once"}`,
    {
      timeout: 120_000,
    },
    () =>
      twoClients(async (one, two, server) => {
        if (slow !== undefined) server.delays.set(slow, 2000);
        await one({ action: "attach", others: "clear" });
        assert.equal((await one({ action: "setBreakpoint", filePath, line: 5 })).data.breakpoint.line, 5);
        assert.equal((await two({ action: "attach", others: "keep" })).data.attachment, "joined");
        assert.equal((await two({ action: "setBreakpoint", filePath, line: 8 })).data.breakpoint.line, 8);
        assert.deepEqual(server.lines, [5, 8]);
        await soon(() => server.isPaused);
        const stopped = await two({ action: "continue" });
        const line = stopped.data.frames[0].line;
        assert.ok([5, 8].includes(line));
        assert.equal((await one({ action: "variables" })).data.variables[0].value, String(line));
        assert.equal((await two({ action: "evaluate", expression: "Line" })).data.variables[0].value, String(line));
        // The protocol clears whole files. The other client's breakpoint is restored on its next run.
        await one({ action: "clearBreakpoints", filePath, line: 5 });
        await two({ action: "continue" });
        assert.deepEqual(server.lines, [8]);
        const other = await stranger(server.port);
        await soon(() => server.lines.length === 0);
        await two({ action: "continue", waitSeconds: 5 });
        assert.deepEqual(server.lines, [8]);
        other.destroy();
        const left = await two({ action: "detach" });
        assert.deepEqual(
          left.data.breakpointsLeft.map((each: { line: number }) => each.line),
          [8],
        );
        assert.equal(server.isDebugging, true);
        await one({ action: "detach" });
        await soon(() => !server.isDebugging);
      }),
  );
