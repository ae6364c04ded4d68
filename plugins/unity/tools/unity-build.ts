/** `unity-build`: builds a player with the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-build");
