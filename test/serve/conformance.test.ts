/** The official conformance suite against `jig serve`: first steps in both revisions. */
import { conforms, ORDINARY } from "./conformance.ts";

conforms((scenario) => ORDINARY.has(scenario));
