/**
 * A machine of its own, in namespaces, with two hosts of the Internet that are both only its loopback: what a program in each language,
 * confined, with a grant for ports of one of them, reaches. Prints the answers by language as JSON, and who asked the other host.
 *
 *     unshare --user --map-root-user --net --mount bun test/plugins/network-world.ts
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { scratch, startJig } from "../jig.ts";
import { CLIENTS, clientsHere } from "./network-clients.ts";

/** Public addresses, which only reach our servers since the namespace has no route. */
const [ONE, TWO] = ["8.7.6.5", "8.7.6.6"];
const [PLAIN, TLS, CLOSED] = [8080, 8443, 8081];

const hosts = join(scratch({ hosts: `127.0.0.1 localhost\n${ONE} one.example\n${TWO} two.example\n` }), "hosts");
execFileSync("ip", ["link", "set", "lo", "up"]);
for (const address of [ONE, TWO]) execFileSync("ip", ["address", "add", `${address}/32`, "dev", "lo"]);
execFileSync("mount", ["--bind", hosts, "/etc/hosts"]);

const keys = scratch();
const [key, cert] = [join(keys, "key.pem"), join(keys, "cert.pem")];
execFileSync(
  "openssl",
  [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=one.example"],
    ...["-addext", "subjectAltName=DNS:one.example", "-keyout", key, "-out", cert],
  ],
  { stdio: "ignore" },
);

/** git requests its list of refs, named like the path. */
const answerTo = (path: string) =>
  path.includes("/info/refs") ? `${"1".repeat(40)}\trefs${path.split("/info/")[0]}\n` : `This is ${path}\n`;

const strangers: string[] = [];
for (const [address, port] of [ONE, TWO].flatMap((each) => [PLAIN, TLS, CLOSED].map((port) => [each, port] as const))) {
  const isGranted = address === ONE && port !== CLOSED;
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  const server = port === TLS ? createTlsServer(options) : createServer();
  server.on("connection", () => {
    if (!isGranted) strangers.push(`${address}:${port}`);
  });
  server.on("request", (request, response) => response.end(answerTo(request.url ?? "")));
  await new Promise<void>((settle) => server.listen(port, address, settle));
}

const URLS = [
  `http://one.example:${PLAIN}/name`,
  `https://one.example:${TLS}/encrypted`,
  `http://one.example:${CLOSED}/its-other-port`,
  `http://two.example:${PLAIN}/other-host-same-port`,
  `https://two.example:${TLS}/other-host-encrypted`,
  `http://${TWO}:${PLAIN}/other-address`,
];

const answers: Record<string, string> = {};
for (const name of clientsHere()) {
  const { files, command, run, prepare } = CLIENTS[name]!;
  const folder = join(scratch(), "client");
  mkdirSync(folder);
  const manifest = {
    ...{ host: "^1", name: "client", version: "1.0.0", title: "Client", description: "Fetches." },
    permissions: { net: [`one.example:${PLAIN}`, `one.example:${TLS}`], run },
    tools: {
      client_fetch: {
        ...{ title: "Fetch", description: "Fetches.", effect: "read", openWorld: true, input: { type: "object" } },
        handler: { command },
      },
    },
  };
  const all = {
    ...files,
    "plugin.json": JSON.stringify(manifest),
    "cert.pem": readFileSync(cert, "utf8"),
    urls: URLS.join("\n"),
  };
  for (const [path, content] of Object.entries(all)) writeFileSync(join(folder, path), content);
  prepare?.(folder);
  const jig = startJig(["call", "client_fetch", "--as", "json", "--plugins", folder], { cwd: scratch() });
  jig.stdin.end();
  jig.stderr.resume();
  answers[name] = await text(jig.stdout);
}
console.log(JSON.stringify({ answers, strangers }));
process.exit(0);
