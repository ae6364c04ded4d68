/** Working day test with 40 commands. */
import { workingDays } from "./working-day.ts";

workingDays(40);
