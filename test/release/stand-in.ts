/** A release with a fake executable. */
import { join } from "node:path";
import type { Identity } from "../../build/release/identity.ts";
import { TARGETS } from "../../build/release/targets.ts";
import { TOP } from "../jig.ts";

export const identity: Identity = {
  version: "1.2.3",
  description: "Tools",
  license: "MIT",
  repository: "example/jig",
  npmScope: "@example",
  licenseFile: join(TOP, "LICENSE"),
  readmeFile: join(TOP, "README.md"),
};
export const HERE = TARGETS.find(({ os, cpu }) => os === process.platform && cpu === process.arch)!;

/** Fake executable: prints its version, arguments and stdin. Exits on its own. */
export const STAND_IN = `#!/bin/sh
case "$1" in
  --version) echo 1.2.3 ;;
  sleep) trap 'echo stopped; exit 7' TERM; echo ready; i=0; while [ $i -lt 300 ]; do i=$((i + 1)); sleep 0.05; done ;;
  *) echo "words: $*"; cat; exit 3 ;;
esac
`;
