/** `unity-hot-reload`: patches changed methods in the running game with the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-hot-reload");
