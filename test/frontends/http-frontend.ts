/** The HTTP frontend in this process, over a fake host: for tests of the frontend alone. */
import { type HttpOptions, serveHttp } from "../../core/serve/http-server.ts";
import type { FakeHost } from "./fake-host.ts";

export interface ServedHere {
  url: string;
  /** What it said to whoever runs it, in order. */
  notes: string[];
  /** Says stop; resolves to the exit code. */
  stop(): Promise<number>;
}

/** Listens on a free port of this machine; rejects where it does not come to that. */
export async function openHttp(host: FakeHost, options: Partial<HttpOptions> = {}): Promise<ServedHere> {
  const end = new AbortController();
  const notes: string[] = [];
  const listening = Promise.withResolvers<string>();
  const exit = serveHttp(async () => host, {
    listen: "127.0.0.1:0",
    token: { platform: process.platform },
    hosts: [],
    origins: [],
    maxSessions: 10,
    maxRequests: 10,
    version: "1.2.3",
    signal: end.signal,
    onListening: async (url) => listening.resolve(url),
    note: (line) => notes.push(line),
    ...options,
  });
  exit.catch(listening.reject);
  const url = await listening.promise;
  return {
    url,
    notes,
    stop() {
      end.abort();
      return exit;
    },
  };
}
