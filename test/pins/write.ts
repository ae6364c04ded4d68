/** `bun test/pins/write.ts` updates the pins from dist/jig. A change needs a line in CHANGELOG.md. */
import { writeFileSync } from "node:fs";
import { measurePins, PIN_FILES, pinPath } from "./pins.ts";

for (const name of PIN_FILES) {
  writeFileSync(pinPath(name), `${JSON.stringify(await measurePins(name), null, 1)}\n`);
  console.log(`${name}.json written`);
}
