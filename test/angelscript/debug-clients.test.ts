/** Connecting to the debugger doesn't disturb other clients, attaching warns about them, and cleared breakpoints are restored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { filePath, soon, stranger, twoClients } from "./two-debuggers.ts";

test("a look attaches to nothing, and attaching says whom it disturbs", { timeout: 120_000 }, () =>
  twoClients(async (one, two, server) => {
    assert.equal((await one({ action: "status" })).data.state, "running");
    assert.equal(server.isDebugging, false);
    assert.equal((await two({ action: "status" })).data.state, "running");
    const early = await one({ action: "setBreakpoint", filePath, line: 5 });
    assert.match(early.error.message, /needs the debugger to be attached/);
    const refused = await one({ action: "attach" });
    assert.equal(refused.error.code, "NotReady");
    assert.match(
      refused.error.message,
      /clears the breakpoints of all the editor's clients: (?:\w.* \(process|the system)/,
    );
    assert.equal((await one({ action: "attach", others: "clear" })).data.attachment, "started");
    assert.equal((await one({ action: "setBreakpoint", filePath, line: 7 })).data.breakpoint.line, 8);
    assert.equal((await one({ action: "setBreakpoint", filePath, line: 99 })).error.code, "NotFound");
    assert.equal((await two({ action: "status" })).data.attachment, undefined);
    assert.deepEqual([server.lines, server.isDebugging], [[8], true]);
    await soon(() => server.isPaused);
    const seen = await two({ action: "callStack" });
    assert.deepEqual([seen.data.state, seen.data.frames[0].line], ["stopped", 8]);
    assert.equal((await two({ action: "evaluate", expression: "Line" })).data.variables[0].value, "8");
    assert.equal((await two({ action: "evaluate", expression: "Nothing" })).error.code, "NotFound");
    assert.equal((await two({ action: "detach" })).data.state, "detached");
    assert.deepEqual([server.isPaused, server.lines], [true, [8]]);
    assert.equal((await one({ action: "detach" })).data.state, "detached");
    await soon(() => !server.isPaused);
    assert.equal(server.isDebugging, false);
  }),
);

test("the breakpoints of who began are back after another client began anew", { timeout: 120_000 }, () =>
  twoClients(async (one, _, server) => {
    await one({ action: "attach", others: "clear" });
    await one({ action: "setBreakpoint", filePath, line: 9 });
    const other = await stranger(server.port);
    await soon(() => server.lines.length === 1);
    assert.deepEqual(server.lines, [9]);
    other.destroy();
    await one({ action: "detach" });
  }),
);
