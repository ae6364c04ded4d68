/** Built-ins don't have special powers: as child processes, all tools give the same answers. */
import { examplesAgree } from "./compare-built-ins.ts";

examplesAgree(1);
