/** The other fixture plugins, inside the host and in a process of their own. */
import { conforms } from "./conformance.ts";

for (const folder of ["python", "shell"] as const)
  for (const way of ["inside the host", "in its own process"] as const) conforms(folder, way);
conforms("framed", "inside the host");
