/** Built-ins have nothing that third parties lack: run as children, each tool gives the answer that it gives inside the host. */
import { examplesAgree } from "./compare-built-ins.ts";

examplesAgree(1);
