/** User confirmation and completion, in both revisions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeHost, fakeHost } from "../../test/frontends/fake-host.ts";
import { MODERN, openFrontend, type Wire } from "../../test/frontends/mcp-frontend.ts";

function machine(ran: unknown[] = []): FakeHost {
  return fakeHost({
    launch: { effect: "execute", title: "Launch", run: (input) => ({ value: { ran: ran.push(input) } }) },
    look: { run: () => ({ value: {} }) },
    names: {
      completion: { of: "symbol", input: { name: "{{word}}" }, rows: "/found", value: "/name" },
      run: ({ name }) => ({
        value: { found: [{ name: `${name}er` }, { name: `${name}ed` }, { name: `${name}er` }, {}] },
      }),
    },
    broken: {
      completion: { of: "symbol", input: {}, rows: "/found", value: "/name" },
      run: () => ({ value: {}, failed: true }),
    },
  });
}

const LAUNCH = { name: "launch", arguments: { at: "noon" } };

/** Replies to the frontend's request and returns it. */
async function answering(frontend: ReturnType<typeof openFrontend>, id: string, reply: object): Promise<Wire> {
  frontend.send({ jsonrpc: "2.0", id, method: "tools/call", params: LAUNCH });
  const seen = frontend.received.length;
  const question = await frontend.next(
    (message) => message.method === "elicitation/create" && frontend.received.indexOf(message) >= seen,
  );
  frontend.send({ jsonrpc: "2.0", id: question.id, result: reply });
  return { question, answer: await frontend.next((message) => message.id === id && !message.method) };
}

test("a client with elicitation is asked before something is executed, and only then", async () => {
  const ran: unknown[] = [];
  const frontend = openFrontend(machine(ran));
  await frontend.initialize({ elicitation: {} });
  await frontend.ask("look", "tools/call", { name: "look" });
  const declined = await answering(frontend, "a", { action: "decline" });
  assert.match(declined.question.params.message, /Run launch \(Launch\)\?[\s\S]*"at": "noon"/);
  assert.deepEqual(
    [declined.answer.result.isError, declined.answer.result.content[0].text, ran],
    [true, "launch was not run: the user declined", []],
  );
  const nobody = await answering(frontend, "b", { action: "cancel" });
  assert.match(nobody.answer.result.content[0].text, /was not confirmed/);
  await answering(frontend, "c", { action: "accept", content: {} });
  assert.equal(ran.length, 1);
  await answering(frontend, "d", { action: "accept", content: { remember: true } });
  await frontend.ask("e", "tools/call", LAUNCH); // Doesn't ask again.
  assert.deepEqual(
    ran,
    [1, 2, 3].map(() => LAUNCH.arguments),
  );
  assert.equal(frontend.received.filter((message) => message.method === "elicitation/create").length, 4);
});

test("clients that cannot ask, that ask by themselves, and --confirm never: no question", async () => {
  for (const [capabilities, version, options] of [
    [{}, "2025-11-25", {}],
    [{ elicitation: { url: {} } }, "2025-11-25", {}],
    [{ elicitation: {} }, "2025-03-26", {}],
    [{ elicitation: {} }, "2025-11-25", { confirm: "never" as const }],
  ] as const) {
    const ran: unknown[] = [];
    const frontend = openFrontend(machine(ran), options);
    await frontend.initialize(capabilities, version);
    await frontend.ask("a", "tools/call", LAUNCH);
    assert.equal(ran.length, 1);
  }
  const frontend = openFrontend(machine());
  const clientInfo = { name: "claude-code", version: "1" };
  await frontend.ask("init", "initialize", {
    protocolVersion: "2025-11-25",
    capabilities: { elicitation: {} },
    clientInfo,
  });
  assert.equal((await frontend.ask("a", "tools/call", LAUNCH)).result.isError, false);
});

test("a cancelled call takes its question with it", async () => {
  const ran: unknown[] = [];
  const frontend = openFrontend(machine(ran));
  await frontend.initialize({ elicitation: {} });
  frontend.send({ jsonrpc: "2.0", id: "a", method: "tools/call", params: LAUNCH });
  await frontend.next((message) => message.method === "elicitation/create");
  frontend.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "a" } });
  await frontend.next((message) => message.method === "notifications/cancelled");
  await frontend.ask("b", "ping");
  assert.deepEqual(ran, []);
});

test("without a handshake the answer demands the input, and the repeated request brings it", async () => {
  const ran: unknown[] = [];
  const frontend = openFrontend(machine(ran));
  const can = { ...MODERN, "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } };
  const { result } = await frontend.ask(1, "tools/call", { ...LAUNCH, _meta: can });
  assert.equal(result.resultType, "input_required");
  const { confirm } = result.inputRequests;
  assert.equal(confirm.method, "elicitation/create");
  assert.deepEqual([confirm.params.mode, confirm.params.requestedSchema], ["form", { type: "object", properties: {} }]);
  assert.deepEqual(ran, []);
  const no = await frontend.ask(2, "tools/call", {
    ...LAUNCH,
    inputResponses: { confirm: { action: "decline" } },
    _meta: can,
  });
  assert.deepEqual([no.result.resultType, no.result.isError, ran], ["complete", true, []]);
  const yes = await frontend.ask(3, "tools/call", {
    ...LAUNCH,
    inputResponses: { confirm: { action: "accept" } },
    _meta: can,
  });
  assert.deepEqual([yes.result.resultType, yes.result.isError, ran.length], ["complete", false, 1]);
  await frontend.ask(4, "tools/call", { ...LAUNCH, _meta: MODERN });
  assert.equal(ran.length, 2);
});

test("completion: symbols and tools for a prompt's argument, each once; nothing where nothing is known", async () => {
  const frontend = openFrontend(machine());
  await frontend.initialize();
  const complete = async (ref: object, name: string, value: string) =>
    (await frontend.ask(`${name} ${value} ${JSON.stringify(ref)}`, "completion/complete", {
      ref,
      argument: { name, value },
    } as never)) as Wire;
  const prompt = { type: "ref/prompt", name: "review" };
  assert.deepEqual((await complete(prompt, "file", "Play")).result.completion, {
    values: ["Player", "Played"],
    hasMore: false,
  });
  assert.deepEqual((await complete(prompt, "file", "lo")).result.completion.values, ["look", "loer", "loed"]);
  assert.deepEqual((await complete(prompt, "other", "Play")).result.completion.values, []);
  const template = { type: "ref/resource", uri: "answer:{id}{?lines}" };
  assert.deepEqual((await complete(template, "lines", "1")).result.completion.values, []);
  assert.equal((await complete({ type: "ref/prompt", name: "nope" }, "x", "")).error.code, -32602);
  assert.equal((await complete({ type: "ref/resource", uri: "file:///x" }, "x", "")).error.code, -32602);
  assert.equal((await frontend.ask("bad", "completion/complete", { ref: prompt })).error.code, -32602);
});
