/** A TypeScript plugin in its three ways, and a framed command: a handler cannot tell the difference. */
import { conforms } from "./conformance.ts";

for (const way of ["inside the host", "in its own process", "under Deno"] as const) conforms("typescript", way);
conforms("framed", "in its own process");
