/** Every harm of a hostile plugin, in every setting. */
import { SETTINGS } from "./harms.ts";
import { harmsMeetTheirFate } from "./hostile.ts";

for (const setting of Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]) harmsMeetTheirFate(setting, "every");
