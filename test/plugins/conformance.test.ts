/** A TypeScript plugin in-process and in Deno: handlers see no difference. */
import { conforms } from "./conformance.ts";

conforms("typescript", "inside the host");
conforms("typescript", "under Deno");
