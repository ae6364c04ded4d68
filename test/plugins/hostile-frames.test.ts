/** Plugins that say too much, refused at once. */
import { saysTooMuch } from "./hostile-frames.ts";

saysTooMuch("quick");
