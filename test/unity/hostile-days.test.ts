/** Hostile test with 60 commands on each of the newer backends. */
import { hostileDays } from "./hostile-days.ts";

hostileDays(60);
