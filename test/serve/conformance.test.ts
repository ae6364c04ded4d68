/** Official conformance suite with `jig serve`: basic scenarios in both revisions. */
import { conforms, ORDINARY } from "./conformance.ts";

conforms((scenario) => ORDINARY.has(scenario));
