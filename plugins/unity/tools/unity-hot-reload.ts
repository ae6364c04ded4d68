/** `unity-hot-reload`: patches methods in the running game. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-hot-reload");
