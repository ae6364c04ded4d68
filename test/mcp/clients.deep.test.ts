/** The official inspector in the older eras of the protocol. */
import { inspectorIsServed } from "./inspector.ts";

for (const era of ["legacy", "auto"] as const) inspectorIsServed(era);
