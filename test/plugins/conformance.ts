/** Conformance tests for all fixture plugins, in-process and as child processes: handlers see no difference. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Host, JsonObject, Outcome, Row } from "../../core/host/frontend-api.ts";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import { has, WITH_DENO, WITHOUT_DENO } from "./paths.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");

const PREFIXES = { typescript: "ts", python: "py", shell: "sh", framed: "fr" };

function workspace(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-conformance-")));
  writeFileSync(join(root, "a.txt"), "some text\n");
  writeFileSync(join(root, "names.fixture"), "one\ntwo\n");
  mkdirSync(join(root, "below"));
  writeFileSync(join(root, "below", "b.txt"), "more");
  return root;
}

type Way = "inside the host" | "in its own process" | "under Deno";

function open(folder: string, way: Way, log: string[] = []): Promise<Host> {
  const runtime = testRuntime();
  return createTestHost({
    runtime: {
      ...runtime,
      environment: {
        ...runtime.environment,
        PATH: way === "under Deno" ? WITH_DENO : WITHOUT_DENO,
        JIG_FIXTURE: "declared",
        JIG_SECRET: "secret",
      },
      log: (level, source, message) => void log.push(`${level} ${source} ${message}`),
    },
    roots: [workspace()],
    pluginFolders: [join(FIXTURES, folder)],
    pluginsInProcess: way === "inside the host",
  });
}

/** All tests for one fixture. Commands are always their own process. */
export function conforms(folder: keyof typeof PREFIXES, way: Way): void {
  const prefix = PREFIXES[folder];
  if ((folder === "python" || folder === "framed") && !has("python3")) {
    test(`${folder}, ${way}`, { skip: "there is no python3" }, () => {});
    return;
  }
  const inProcess = way === "inside the host";
  describe(`${folder}, ${way}`, () => {
    const log: string[] = [];
    let host: Host;
    const call = (tool: string, input: JsonObject = {}, options = {}) =>
      host.invoke(`${prefix}_${tool}`, input, options);
    before(async () => {
      host = await open(folder, way, log);
    });
    after(() => host.close());

    test("it is ready, and its tools are listed", () => {
      assert.deepEqual(
        host.plugins().map(({ state, builtIn, tools }) => ({ state, builtIn, few: tools.length >= 5 })),
        [{ state: "ready", builtIn: false, few: true }],
      );
      assert.equal(
        host.plugins()[0]!.sandbox,
        process.platform === "linux" ? "kernel" : way === "under Deno" ? "deno" : "none",
      );
      assert.ok(host.tools().every((tool) => tool.listed));
      assert.equal(host.tool(`${prefix}_echo`)?.inputSchema.additionalProperties, false);
    });

    test("an answer, with defaults filled and text unharmed", async () => {
      const text = 'é 🎉 "quoted"\n\u0007 $bytes';
      assert.deepEqual(await call("echo", { text }), { value: { echo: { text, times: 1 } } });
    });

    test("the host checks the input", async () => {
      const outcome = await call("echo", { txet: "x" });
      assert.equal(outcome.failed, true);
      assert.match(JSON.stringify(outcome.value), /"ok":false.*Did you mean \\"text/);
      assert.match(JSON.stringify(outcome.value), /INVALID_ARGUMENT/);
    });

    test("a failure in the plugin's own envelope", async () => {
      assert.deepEqual(await call("fail", { how: "outcome" }), { value: { ok: false, mine: true }, failed: true });
      const { reason = "Nothing is there", ...outcome } = await call("fail", { how: "code" });
      assert.deepEqual(outcome, {
        value: { ok: false, error: { message: "Nothing is there", code: "PATH_NOT_FOUND" } },
        failed: true,
      });
      // A command creates the error format itself; for modules the host does it.
      assert.equal(reason, "Nothing is there");
    });

    test("an answer is drawn, cut and paged by its declaration", async () => {
      const input: JsonObject = { count: 100 };
      const outcome = await call("list", input);
      const view = await host.view(`${prefix}_list`, outcome, input);
      assert.deepEqual(view.columns, ["Name", "Number"]);
      assert.deepEqual(view.rows[99], { text: "item 99", cells: { Name: "item 99", Number: 99 } });
      const names: string[] = [];
      for (let next: JsonObject | undefined = {}; next; ) {
        const asked: JsonObject = { ...input, ...next };
        const page = await host.present(`${prefix}_list`, await call("list", asked), asked, { maxChars: 1000 });
        assert.ok(page.text.length <= 1000);
        names.push(...(JSON.parse(page.text) as { items: { name: string }[] }).items.map(({ name }) => name));
        next = page.next;
      }
      assert.deepEqual(
        names,
        Array.from({ length: 100 }, (_, number) => `item ${number}`),
      );
      const text = await host.present(`${prefix}_list`, outcome, input, { as: "text" });
      assert.match(text.text, /^Name\tNumber\nitem 0\t0\n/);
    });

    test("prints are its log and never its answer", async () => {
      assert.deepEqual(await call("print"), { value: "printed" });
      if (inProcess && folder === "typescript") return;
      // stderr may arrive slightly later than the answer.
      const logged = (end: string) => log.some((line) => line.endsWith(end));
      for (let tries = 0; tries < 50 && !logged(" a complaint"); tries++) {
        await new Promise((settle) => setTimeout(settle, 20));
      }
      assert.ok(logged(`fixture-${folder} a print`) && logged(" a complaint"), log.join("\n"));
    });

    test("cancel and timeout end a call that listens", async () => {
      const started = performance.now();
      const cancelled = await call("wait", {}, { signal: AbortSignal.timeout(200) });
      assert.match(JSON.stringify(cancelled.value), /CANCELLED/);
      const timedOut = await call("wait");
      assert.match(JSON.stringify(timedOut.value), /"code":"TIMEOUT"/);
      assert.ok(performance.now() - started < 5000);
      assert.equal((await call("echo", { text: "alive" })).failed, undefined);
    });

    if (folder === "framed") {
      test("it asks the host for the context", async () => {
        assert.deepEqual(await call("read", { path: "a.txt" }), { value: "some text\n" });
        assert.match(JSON.stringify(await call("read", { path: "../x" })), /PATH_OUTSIDE/);
      });
    }
    if (folder === "typescript") contextTests(() => host, inProcess);
    if (folder === "typescript" && inProcess) return;

    test("its end costs that call and nothing else", async () => {
      const outcome = await call("fail", { how: "exit" });
      assert.match(JSON.stringify(outcome.value), /COMMAND_FAILED/);
      assert.match(JSON.stringify(outcome.value), /exit code 3/);
      assert.equal((await call("echo", { text: "alive" })).failed, undefined);
    });

    test("a call that does not listen is ended, and others are answered", async () => {
      const deaf = call("wait", { deaf: true });
      const beside = call("echo", { text: "beside" });
      assert.match(JSON.stringify((await deaf).value), /TIMEOUT/);
      assert.deepEqual((await beside).value, { echo: { text: "beside", times: 1 } });
    });
  });
}

function contextTests(host: () => Host, inProcess: boolean): void {
  const run = async (what: string, rest: JsonObject = {}) =>
    (await host().invoke("ts_context", { do: what, ...rest })).value;
  const codeOf = (value: unknown) => (value as { error: { code: string } }).error.code;

  test("files", async () => {
    assert.deepEqual(await run("files", { path: "a.txt" }), {
      bytes: [...Buffer.from("ome")],
      text: "some text\n",
      encoding: "utf-8",
      kind: "file",
      size: 10,
    });
    assert.deepEqual(await run("stream", { path: "a.txt" }), { sizes: [4, 4], all: "some text\n" });
    assert.deepEqual(await run("list"), ["a.txt", "below", "names.fixture"]);
    assert.deepEqual(await run("sweep"), { paths: ["a.txt", "below/b.txt"], sizes: [10, 4], dated: true });
    assert.equal(await run("write", { path: "below/new.bin" }), "hi");
    for (const path of ["/etc/passwd", "../x", "below/../../x"])
      assert.equal(codeOf(await run("files", { path })), "PATH_OUTSIDE");
    assert.equal(codeOf(await run("files", { path: "none.txt" })), "PATH_NOT_FOUND");
  });

  test("workspace", async () => {
    const found = (await run("resolve", { path: "below/b.txt" })) as JsonObject;
    assert.deepEqual([found.display, found.kind, found.roots], ["below/b.txt", "file", 1]);
  });

  test("processes, and only those that are declared", async () => {
    assert.deepEqual(await run("run"), { out: "through a pipe", error: "", exit: { code: 0, signal: null } });
    assert.equal(await run("kill"), true);
    assert.equal(codeOf(await run("runOther")), "PERMISSION_DENIED");
    assert.equal(codeOf(await run("runLoader")), "PERMISSION_DENIED");
    assert.equal(codeOf(await run("runUndeclared")), "PERMISSION_DENIED");
    const variables = (await run("runEnvironment")) as string[];
    assert.ok(variables.includes("JIG_GIVEN=given") && variables.includes("JIG_FIXTURE=declared"));
    assert.deepEqual(
      variables.filter((line) => /secret|LD_PRELOAD|NODE_OPTIONS/.test(line)),
      [],
    );
  });

  test("the net, and only hosts that are declared", async () => {
    const server = await listening();
    const { port } = server.address() as { port: number };
    assert.equal(await run("net", { port }), "pong to ping");
    server.close();
    assert.equal(codeOf(await run("netOther")), "PERMISSION_DENIED");
    assert.equal(codeOf(await run("net", { port })), "UNAVAILABLE");
  });

  test("cache and leases", async () => {
    assert.deepEqual(await run("cache"), {
      before: "none",
      bytes: [1, 2, 3],
      keys: ["entry"],
      leases: [true, false, true],
      path: true,
    });
  });

  test("assets, environment, clock", async () => {
    assert.equal(await run("assets"), true);
    assert.equal(codeOf(await run("noAsset")), "UNAVAILABLE");
    assert.deepEqual(await run("env"), { declared: "declared", own: null });
    assert.equal(codeOf(await run("envOther")), "PERMISSION_DENIED");
    assert.equal(await run("clock"), true);
    assert.deepEqual(await run("about"), { plugin: "fixture-typescript", tool: "ts_context", readOnly: false });
  });

  test("progress and early rows", async () => {
    const seen: unknown[] = [];
    await host().invoke(
      "ts_context",
      { do: "progress" },
      { onProgress: (each) => seen.push(each), onRows: (rows: Row[]) => seen.push(rows) },
    );
    assert.deepEqual(seen, [{ done: 1, total: 2, message: "half" }, [{ text: "early" }]]);
  });

  test("symbols and other tools", async () => {
    assert.deepEqual(await run("symbols", { path: "names.fixture" }), [
      { name: "one", kind: "line", container: null, startLine: 1, endLine: 1 },
      { name: "two", kind: "line", container: null, startLine: 2, endLine: 2 },
    ]);
    assert.equal(await run("symbols", { path: "a.txt" }), "none");
    assert.deepEqual(await run("invoke"), { value: { echo: { text: "again", times: 1 } } });
    assert.equal(codeOf(await run("invokeOther")), "PERMISSION_DENIED");
  });

  test("a service for each root, kept between calls; a worker thread", async () => {
    const first = (await run("service")) as { whole: unknown[]; root: unknown[]; text: string };
    assert.deepEqual([first.whole, first.root[0], first.text], [[1, "whole"], 1, "some text\n"]);
    const second = (await run("service")) as { whole: unknown[] };
    assert.deepEqual(second.whole, [2, "whole"]);
    assert.deepEqual(await run("worker"), { answer: 49, heard: ["squaring 7"] });
    assert.deepEqual(await run("worker"), { answer: 49, heard: ["squaring 7"] });
  });

  test("a reload closes the service, which may put things away", async () => {
    await run("service");
    await host().reload("fixture-typescript");
    assert.equal(await run("closed"), "put away");
    assert.equal(((await run("service")) as { whole: unknown[] }).whole[0], 1, "a service of its own");
  });

  test("doctor", async () => {
    assert.ok((await host().doctor()).some((line) => line.what === "Fixture" && line.detail === "It runs"));
  });

  if (inProcess) return;
  test("many calls at once share one process", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, times) => host().invoke("ts_echo", { text: "x", times })),
    );
    assert.deepEqual(
      outcomes.map((outcome: Outcome) => (outcome.value as { echo: { times: number } }).echo.times),
      Array.from({ length: 50 }, (_, times) => times),
    );
  });
}

function listening(): Promise<Server> {
  const server = createServer((socket) => socket.once("data", (data) => socket.end(`pong to ${data}`)));
  return new Promise((settle) => server.listen(0, "127.0.0.1", () => settle(server)));
}
