/** The time that the test suite takes on this machine, with the build before it. */
import { spawnSync } from "node:child_process";
import { TOP } from "../jig.ts";
import type { Bench } from "./row.ts";

const MINUTE_MS = 60_000;

const suite: Bench = async () => {
  const before = performance.now();
  const { status } = spawnSync(process.execPath, ["run", "test"], { cwd: TOP, stdio: "ignore" });
  const minutes = (performance.now() - before) / MINUTE_MS;
  if (status !== 0) {
    console.error("suite: a test failed, or the suite did not run");
    return undefined;
  }
  return [
    {
      what: "test suite, with the build",
      ours: `${minutes.toFixed(1)} min`,
      yardstick: "none",
      value: minutes,
      unit: "min",
      bar: 5,
      aim: 4,
    },
  ];
};

export default suite;
