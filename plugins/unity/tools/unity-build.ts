/** `unity-build`: builds a player, by the Editor's own command. */
import { oneErrand } from "../further/plain.ts";

export default oneErrand("unity-build");
