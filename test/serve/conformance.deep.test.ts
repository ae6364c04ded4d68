/** Official conformance suite with `jig serve`: remaining scenarios. */
import { conforms, ORDINARY } from "./conformance.ts";

conforms((scenario) => !ORDINARY.has(scenario));
