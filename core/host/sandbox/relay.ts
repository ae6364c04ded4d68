/** Lets a confined program reach its granted hosts by taking over the ports in its private network. */
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { type NetOptions, openSocket, trafficLine } from "../capabilities/network.ts";
import { toJigError } from "../contract/errors.ts";
import { takeHandles } from "../runtime/process-handles.ts";
import { FIRST_LISTENER, type ListeningPort, type OwnNetwork } from "./own-network.ts";

export interface RelayOptions {
  pid: number;
  network: OwnNetwork;
  /** The hosts by `host:port`. */
  allows: NetOptions["allows"];
  log: (level: "debug" | "warn", message: string) => void;
}

const READY_MS = 5000;
const POLL_MS = 1;
const CONNECT_MS = 10_000;
const MAX_CONNECTIONS = 256;
const MAX_HEAD_BYTES = 8192;
const END_OF_HEAD = "\r\n\r\n";

/** Takes over the ports before the program runs, or kills it if that fails. Returns a function that closes them. */
export function startRelay({ pid, network, allows, log }: RelayOptions): () => void {
  const servers: Server[] = [];
  const open = new Set<Socket>();
  let isClosed = false;

  const serve = ({ target }: ListeningPort, fd: number) => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      open.add(socket);
      socket.once("close", () => open.delete(socket));
      socket.on("error", () => socket.destroy());
      const connect = (to: { host: string; port: number }) => connectTo(to, { allows, log });
      const work = target ? connect(target).then((there) => joinSockets(socket, there)) : serveConnect(socket, connect);
      work.catch((error) => {
        log("warn", `net: ${toJigError(error).advice}`);
        socket.resetAndDestroy();
      });
    });
    server.maxConnections = MAX_CONNECTIONS;
    server.on("error", (error) => log("warn", `net: ${error.message}`));
    server.listen({ fd });
    server.unref();
    servers.push(server);
  };

  const takeOver = async () => {
    await stopped(pid);
    if (isClosed) return;
    const handles = takeHandles(
      pid,
      network.ports.map((_, at) => FIRST_LISTENER + at),
    );
    for (const [at, port] of network.ports.entries()) serve(port, handles[at]!);
    process.kill(pid, "SIGCONT");
  };
  takeOver().catch((error) => {
    log("warn", `net: ${toJigError(error).advice}`);
    end(pid);
  });
  return () => {
    isClosed = true;
    for (const server of servers) server.close();
    for (const socket of open) socket.destroy();
  };
}

async function connectTo(
  to: { host: string; port: number },
  { allows, log }: Pick<RelayOptions, "allows" | "log">,
): Promise<Socket> {
  const onEnd: NetOptions["onEnd"] = (traffic) => log("debug", trafficLine(traffic));
  return await openSocket(to, { allows, guarded: true, halfOpen: true, onEnd }, { timeoutMs: CONNECT_MS });
}

/** Passes data, ends and errors in both directions. */
export function joinSockets(near: Socket, far: Socket): void {
  // It may have closed the connection in the meantime.
  if (near.destroyed) return void far.destroy();
  far.on("error", () => near.destroy());
  near.on("error", () => far.destroy());
  near.once("close", () => far.destroy());
  far.once("close", () => near.end());
  near.pipe(far);
  far.pipe(near);
}

/** Handles `CONNECT host:port HTTP/1.1`. */
async function serveConnect(
  socket: Socket,
  connect: (to: { host: string; port: number }) => Promise<Socket>,
): Promise<void> {
  const { head, rest } = await headOf(socket);
  const [, host = "", port = ""] = /^CONNECT \[?([^\s\]]+)\]?:(\d{1,5}) HTTP\/1\.[01]\r\n/.exec(head) ?? [];
  if (!host) return void answer(socket, "405 Method Not Allowed", "This proxy answers CONNECT requests only");
  try {
    const there = await connect({ host, port: Number(port) });
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    if (rest.length > 0) there.write(rest);
    joinSockets(socket, there);
  } catch (error) {
    const { code, message } = toJigError(error);
    answer(socket, code === "PERMISSION_DENIED" ? "403 Forbidden" : "502 Bad Gateway", message);
  }
}

function answer(socket: Socket, status: string, text: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`);
}

async function headOf(socket: Socket): Promise<{ head: string; rest: Buffer }> {
  let got = Buffer.alloc(0);
  return await new Promise((settle, fail) => {
    const read = (chunk: Buffer) => {
      got = Buffer.concat([got, chunk]);
      const at = got.indexOf(END_OF_HEAD);
      if (at < 0 && got.length <= MAX_HEAD_BYTES) return;
      socket.off("data", read);
      socket.pause();
      const end = at < 0 ? got.length : at + END_OF_HEAD.length;
      settle({ head: got.toString("latin1", 0, end), rest: got.subarray(end) });
    };
    socket.on("data", read);
    socket.once("close", () => fail(new TypeError("the program closed the connection")));
  });
}

/** Waits for the starter, which stops itself as soon as all ports are open. */
async function stopped(pid: number): Promise<void> {
  for (const until = performance.now() + READY_MS; performance.now() < until; ) {
    const state = stateOf(pid);
    if (state === "T") return;
    if (state === undefined || state === "Z") throw new TypeError("the program exited before it had a network");
    await new Promise((settle) => setTimeout(settle, POLL_MS));
  }
  throw new TypeError("the program did not get its network in time");
}

function stateOf(pid: number): string | undefined {
  try {
    return /^.*\) (\S)/s.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1];
  } catch {
    return undefined;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It no longer exists.
  }
}
