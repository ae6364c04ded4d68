/** Hostile test with 300 commands on each of the newer backends. */
import { hostileDays } from "./hostile-days.ts";

hostileDays(300);
