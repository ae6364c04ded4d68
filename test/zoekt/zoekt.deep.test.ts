/** Faults of Zoekt servers, and files of a branch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import "../own-folder.ts";
import type { Fault } from "./fake-zoekt.ts";
import { ask, fleet, hostOver, repo } from "./fleet.ts";

test("every fault of a server is named and in time, and nothing that is missing is passed over", async () => {
  const faults: Fault[] = ["half", "types", "500", "401", "hang", "huge", "drip", "html", "closed"];
  await Promise.all(
    faults.map(async (fault) => {
      const [good, bad] = await fleet([repo()], [repo({ name: "org/other", version: "beef" })]);
      const host = await hostOver([good!.url, bad!.url]);
      bad!.fault = fault;
      bad!.faultAt = "/search";
      const answer = await ask(host, { query: "health", roots: ["repo:*"], timeout_ms: 2000 });
      assert.equal(answer.at_least, true, fault);
      assert.ok(answer.total_matches > 0, fault);
      assert.match(answer.warnings.join(), new RegExp(bad!.url), fault);
      assert.ok(
        answer.results.every(({ file }: { file: string }) => file.startsWith("repo:org/game/")),
        fault,
      );
    }),
  );
});

test("files of a branch are read wherever a file is", async () => {
  const [fake] = await fleet([repo({ branch: "dev/next" })]);
  const host = await hostOver([fake!.url]);
  const path = "repo:org/game@dev/next/src/Player.cs";
  const read = await host.invoke("extract_code_section", {
    file_path: path,
    start_line: 3,
    end_line: 3,
    format: "raw",
    output_format: "json",
  } as never);
  assert.match(JSON.stringify(read.value), /void Heal/);
  const counted = await host.invoke("check_code_scale", { file_path: path, output_format: "json" } as never);
  assert.notEqual(counted.failed, true, JSON.stringify(counted.value));
  const found = await ask(host, { query: "health", files: [path] });
  assert.deepEqual([found.count, found.results[0].file], [2, "repo:org/game/src/Player.cs"]);
});
