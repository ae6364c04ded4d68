/** A program with network permission reaches its host by name, but no other host, even on the same port. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { CONFINES, PYTHON } from "./hostile.ts";

const SCRIPT = `import json, os, socket, sys
word = json.loads(sys.stdin.readline())["word"] if len(sys.argv) > 1 else None
def fetch(connect):
    try:
        with connect() as there:
            there.sendall(b"hello\\n")
            there.shutdown(socket.SHUT_WR)
            got = b""
            while chunk := there.recv(65536): got += chunk
            return len(got) if len(got) > 100 else got.decode()
    except OSError as error:
        return type(error).__name__
def proxied(host, port):
    there = socket.create_connection(("127.255.255.1", 3128), 5)
    there.sendall(f"CONNECT {host}:{port} HTTP/1.1\\r\\nHost: {host}\\r\\n\\r\\n".encode())
    head = there.recv(4096).split(b"\\r\\n")[0].decode()
    if " 200 " not in head: raise OSError(head)
    return there
def datagram():
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
def answer(port):
    to = lambda host, at=port: fetch(lambda: socket.create_connection((host, at), 5))
    return {
        "name": to("localhost"), "neighbor": to("127.0.0.2"), "port": to("localhost", port + 1), "other": to("example.com"),
        "by proxy": fetch(lambda: proxied("localhost", port)), "neighbor by proxy": fetch(lambda: proxied("127.0.0.2", port)),
        "datagram": fetch(datagram), "variable": os.environ.get("HTTPS_PROXY"),
    }
if word is None:
    print(json.dumps({"value": answer(json.load(sys.stdin)["port"])}))
else:
    say = lambda message: print(word, json.dumps(message), flush=True)
    say({"type": "ready"})
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "call":
            say({"type": "answer", "id": message["id"], "value": {"value": answer(message["input"]["port"])}})
`;

const skip = !CONFINES ? "this system cannot confine" : existsSync(PYTHON) ? false : `there is no ${PYTHON}`;

async function listen(address: string, port: number, text: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let got = "";
    socket.on("data", (data) => {
      got += data;
    });
    socket.on("end", () => socket.end(got === "hello\n" ? text : `not ${got}`));
  });
  await new Promise<void>((ready) => server.listen(port, address, ready));
  return server;
}

test("reaches its host by name and by proxy; no other address, port or datagram", { skip }, async () => {
  const large = "x".repeat(1_000_000);
  const server = await listen("127.0.0.1", 0, large);
  const { port } = server.address() as AddressInfo;
  const neighbor = await listen("127.0.0.2", port, "the neighbor's");
  const plugin = (name: string, net: string[]) => {
    const folder = join(scratch(), name);
    mkdirSync(folder);
    writeFileSync(join(folder, "fetch.py"), SCRIPT);
    const input = {
      type: "object",
      properties: { port: { type: "integer", description: "Port" } },
      required: ["port"],
    };
    const tool = (openWorld: boolean, handler: object) => ({
      ...{ title: "Fetch", description: "Fetches.", effect: "read", openWorld, input, handler },
    });
    const manifest = {
      ...{ host: "^1", name, version: "1.0.0", title: "Fetch", description: "Fetches from a host." },
      permissions: { net, run: ["python3"] },
      tools: {
        [`${name}_once`]: tool(true, { command: ["python3", "fetch.py"] }),
        [`${name}_framed`]: tool(true, { command: ["python3", "fetch.py", "framed"], mode: "framed" }),
        [`${name}_closed`]: tool(false, { command: ["python3", "fetch.py"] }),
      },
    };
    writeFileSync(join(folder, "plugin.json"), JSON.stringify(manifest));
    return folder;
  };
  const folders = [plugin("one", [`localhost:${port}`]), plugin("any", ["localhost"])];
  const mcp = new McpProcess(
    folders.flatMap((folder) => ["--plugins", folder]),
    { cwd: scratch(), env: { PATH: "/usr/bin:/bin" } },
  );
  await mcp.initialize();
  let id = 0;
  const call = async (tool: string) => JSON.parse((await mcp.call(++id, tool, { port })).result.content[0].text);
  const REFUSED = "ConnectionRefusedError";
  const other = { neighbor: REFUSED, port: REFUSED, other: "gaierror", datagram: "PermissionError" };
  for (const tool of ["one_once", "one_framed"]) {
    const proxy = { "by proxy": REFUSED, "neighbor by proxy": REFUSED, variable: null };
    assert.deepEqual(await call(tool), { name: large.length, ...other, ...proxy }, tool);
  }
  for (const tool of ["any_once", "any_framed"]) {
    const got = await call(tool);
    const proxy = { "by proxy": large.length, "neighbor by proxy": "OSError", variable: "http://127.255.255.1:3128" };
    assert.deepEqual(got, { name: REFUSED, ...other, ...proxy }, tool);
  }
  const closed = await call("one_closed");
  assert.deepEqual([closed.name, closed.datagram], ["PermissionError", "PermissionError"]);
  mcp.child.stdin.end();
  assert.equal((await mcp.ended).code, 0);
  for (const each of [server, neighbor]) each.close();
});
