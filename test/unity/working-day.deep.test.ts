/** Working day test with 600 commands. */
import { workingDays } from "./working-day.ts";

workingDays(600);
