/** `unity-profile`: a sample of the profiler, by the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-profile");
