/** `unity-hot-reload`: puts changed methods into the running game, by the Editor's own command. */
import { oneErrand } from "../further/plain.ts";

export default oneErrand("unity-hot-reload");
