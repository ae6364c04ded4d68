/** Implements `unity-hot-reload`, which replaces methods in the running game. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-hot-reload");
