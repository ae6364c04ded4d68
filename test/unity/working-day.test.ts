/** Working day test with 100 commands. */
import { workingDays } from "./working-day.ts";

workingDays(100);
