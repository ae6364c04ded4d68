/** `unity-profile`: profiler sample. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-profile");
