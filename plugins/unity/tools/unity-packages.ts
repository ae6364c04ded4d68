/** `unity-packages`: the project's packages, by the Editor's own command. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-packages");
