/** `unity-hot-reload`: puts changed methods into the running game, by the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-hot-reload");
