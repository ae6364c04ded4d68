/** Same for all examples of all tools. */
import { examplesAgree } from "./compare-built-ins.ts";

examplesAgree(Number.POSITIVE_INFINITY);
