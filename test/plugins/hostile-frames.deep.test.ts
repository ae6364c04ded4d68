/** Plugins that say too much, refused at their time limit. */
import { saysTooMuch } from "./hostile-frames.ts";

saysTooMuch("slow");
