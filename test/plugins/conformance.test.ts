/** A TypeScript plugin inside the host and under Deno: a handler cannot tell the difference. */
import { conforms } from "./conformance.ts";

conforms("typescript", "inside the host");
conforms("typescript", "under Deno");
