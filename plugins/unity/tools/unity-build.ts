/** `unity-build`: player builds. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-build");
