/** `unity-input`: drives the game's input in Play Mode, by the Editor's own command. */
import { oneErrand } from "../further/plain.ts";

export default oneErrand("unity-input");
