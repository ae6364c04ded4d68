/** A working day of 100 commands. */
import { workingDays } from "./working-day.ts";

workingDays(100);
