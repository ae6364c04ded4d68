/** `unity-packages`: manages packages with the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-packages");
