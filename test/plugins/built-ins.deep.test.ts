/** The same for every example of every tool. */
import { examplesAgree } from "./compare-built-ins.ts";

examplesAgree(Number.POSITIVE_INFINITY);
