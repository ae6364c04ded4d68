/** A `jig serve` process. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { startJig } from "../jig.ts";

export interface Served {
  url: string;
  child: ChildProcessWithoutNullStreams;
  /** Output on both streams so far. */
  printed(): string;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Starts on a free port, without a token by default. Rejects if it exits early. */
export async function startServe(args: string[], env: Record<string, string> = {}): Promise<Served> {
  const isGuarded = args.some((arg) => /^--(token|issuer|own-token)/.test(arg)) || "JIG_SERVE_TOKEN" in env;
  const words = args.filter((arg) => arg !== "--own-token");
  const child = startJig(["serve", "--listen", "127.0.0.1:0", ...(isGuarded ? [] : ["--no-token"]), ...words], { env });
  let printed = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text;
        const listening = /^(https?:\/\/\S+\/mcp)$/m.exec(printed);
        if (listening) resolve(listening[1]!);
      });
    void ended.then((code) => reject(new Error(`jig serve ended with ${code}: ${printed}`)));
  });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { url, child, printed: () => printed, ended, stop };
}
