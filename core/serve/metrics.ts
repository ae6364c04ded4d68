/** Collects Prometheus metrics. They contain names of tools and numbers, but never callers or arguments. */
import process from "node:process";

/** The reason why a request was rejected before it reached a tool. */
export type Refusal = "host" | "origin" | "token" | "issuer" | "limit" | "bytes" | "size" | "stopping";

const HELP: Record<string, [type: "counter" | "gauge", help: string]> = {
  jig_requests_total: ["counter", "HTTP requests by status."],
  jig_refused_total: ["counter", "Rejected requests by reason."],
  jig_calls_total: ["counter", "Tool calls by result."],
  jig_call_seconds_total: ["counter", "Seconds spent in tool calls, including waiting."],
  jig_calls_in_flight: ["gauge", "Running and waiting calls."],
  jig_sessions: ["gauge", "Open sessions of clients that speak a revision with sessions."],
  process_resident_memory_bytes: ["gauge", "Memory of the process."],
  process_start_time_seconds: ["gauge", "Start time of the process in seconds since the epoch."],
};

export class Metrics {
  readonly #values = new Map<string, Map<string, number>>();
  readonly #started = Date.now() / 1000;

  request(status: number): void {
    this.#add("jig_requests_total", `{status="${status}"}`, 1);
  }

  refused(reason: Refusal): void {
    this.#add("jig_refused_total", `{reason="${reason}"}`, 1);
  }

  /** The names of tools are restricted by the rules for manifests, so they don't need escaping. */
  called(tool: string, result: "ok" | "failed" | "error", seconds: number): void {
    this.#add("jig_calls_total", `{tool="${tool}",result="${result}"}`, 1);
    this.#add("jig_call_seconds_total", `{tool="${tool}"}`, seconds);
  }

  text(now: { sessions: number; calls: number }): string {
    const gauges: [string, number][] = [
      ["jig_calls_in_flight", now.calls],
      ["jig_sessions", now.sessions],
      ["process_resident_memory_bytes", process.memoryUsage.rss()],
      ["process_start_time_seconds", this.#started],
    ];
    const all = new Map([...this.#values, ...gauges.map(([name, value]) => [name, new Map([["", value]])] as const)]);
    return Object.entries(HELP)
      .filter(([name]) => all.has(name))
      .flatMap(([name, [type, help]]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...[...all.get(name)!].map(([labels, value]) => `${name}${labels} ${value}`),
      ])
      .join("\n")
      .concat("\n");
  }

  #add(name: string, labels: string, by: number): void {
    const counts = this.#values.get(name) ?? new Map<string, number>();
    this.#values.set(name, counts.set(labels, (counts.get(labels) ?? 0) + by));
  }
}
