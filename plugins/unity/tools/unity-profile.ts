/** Implements `unity-profile`, which takes a sample with the profiler. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-profile");
