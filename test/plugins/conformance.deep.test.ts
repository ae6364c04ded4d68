/** Other fixture plugins, in-process and as child processes. TypeScript only as a child process. */
import { conforms } from "./conformance.ts";

for (const folder of ["python", "shell"] as const)
  for (const way of ["inside the host", "in its own process"] as const) conforms(folder, way);
conforms("typescript", "in its own process");
for (const way of ["inside the host", "in its own process"] as const) conforms("framed", way);
