/** Implements `unity-packages`, which controls the package manager. */
import { singleCommand } from "./single-command.ts";

export default singleCommand("unity-packages");
