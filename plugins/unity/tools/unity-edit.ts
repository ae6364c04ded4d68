/** `unity-edit`: objects, components, scenes and prefabs, by the Editor's own command. */
import { oneErrand } from "../further/plain.ts";

export default oneErrand("unity-edit");
