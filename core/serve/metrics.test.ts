/** Prometheus output: counters with labels and types. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Metrics } from "./metrics.ts";

test("what was counted stands by its labels; what was not is left out", () => {
  const metrics = new Metrics();
  const page = () => metrics.text({ sessions: 3, calls: 2 });
  assert.doesNotMatch(page(), /jig_requests_total|jig_refused_total|jig_calls_total/);
  metrics.request(200);
  metrics.request(200);
  metrics.request(404);
  metrics.refused("token");
  metrics.called("echo", "ok", 0.25);
  metrics.called("echo", "failed", 0.5);
  const lines = page().split("\n");
  assert.deepEqual(
    lines.map((line) => line.replace(/^(process_\w+) .*/, "$1 N").replace(/^(# HELP \w+) .+/, "$1 …")),
    [
      ...["# HELP jig_requests_total …", "# TYPE jig_requests_total counter"],
      ...['jig_requests_total{status="200"} 2', 'jig_requests_total{status="404"} 1'],
      ...["# HELP jig_refused_total …", "# TYPE jig_refused_total counter", 'jig_refused_total{reason="token"} 1'],
      ...["# HELP jig_calls_total …", "# TYPE jig_calls_total counter"],
      ...['jig_calls_total{tool="echo",result="ok"} 1', 'jig_calls_total{tool="echo",result="failed"} 1'],
      ...["# HELP jig_call_seconds_total …", "# TYPE jig_call_seconds_total counter"],
      'jig_call_seconds_total{tool="echo"} 0.75',
      ...["# HELP jig_calls_in_flight …", "# TYPE jig_calls_in_flight gauge", "jig_calls_in_flight 2"],
      ...["# HELP jig_sessions …", "# TYPE jig_sessions gauge", "jig_sessions 3"],
      ...["# HELP process_resident_memory_bytes …", "# TYPE process_resident_memory_bytes gauge"],
      "process_resident_memory_bytes N",
      ...["# HELP process_start_time_seconds …", "# TYPE process_start_time_seconds gauge"],
      ...["process_start_time_seconds N", ""],
    ],
  );
});

test("the process's own numbers are those of now", () => {
  const before = Date.now() / 1000;
  const page = new Metrics().text({ sessions: 0, calls: 0 });
  const started = Number(/^process_start_time_seconds (.+)$/m.exec(page)![1]);
  assert.ok(started >= before && started <= Date.now() / 1000);
  assert.ok(Number(/^process_resident_memory_bytes (.+)$/m.exec(page)![1]) > 1_000_000);
});
