/** `unity-packages`: the project's packages, by the Editor's own command. */
import { oneErrand } from "../further/plain.ts";

export default oneErrand("unity-packages");
