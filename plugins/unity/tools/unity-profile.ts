/** `unity-profile`: takes a profiler sample with the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-profile");
