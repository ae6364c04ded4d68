/** Official inspector with older protocol revisions. */
import { inspectorIsServed } from "./inspector.ts";

for (const era of ["legacy", "auto"] as const) inspectorIsServed(era);
