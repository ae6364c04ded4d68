/** A hostile day of 60 commands on each of the newer backends. */
import { hostileDays } from "./hostile-days.ts";

hostileDays(60);
