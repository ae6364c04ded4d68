/** Hostile test with 20 commands on each of the newer backends. */
import { hostileDays } from "./hostile-days.ts";

hostileDays(20);
