/** `unity-profile`: a sample of the profiler, by the Editor's own command. */
import { oneErrand } from "../further/plain.ts";

export default oneErrand("unity-profile");
