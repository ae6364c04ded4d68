/** Runs the HTTP frontend in this process with a fake host. */
import { type HttpOptions, serveHttp } from "../../core/serve/http-server.ts";
import type { FakeHost } from "./fake-host.ts";

export interface ServedHere {
  url: string;
  /** Messages for the operator. */
  notes: string[];
  /** Shuts down and returns the exit code. */
  stop(): Promise<number>;
}

/** Listens on a free port. Rejects if that fails. */
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
