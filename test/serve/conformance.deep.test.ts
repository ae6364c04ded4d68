/** The official conformance suite against `jig serve`: every other scenario. */
import { conforms, ORDINARY } from "./conformance.ts";

conforms((scenario) => !ORDINARY.has(scenario));
