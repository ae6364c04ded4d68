/** Copies to the clipboard with OSC 52 (which even works over SSH), and also with a native program if there is one. */
import { spawn } from "node:child_process";
import { JigError } from "../../core/host/frontend-api.ts";

/** Longer sequences are truncated or rejected. */
const OSC52_LIMIT = 74_994;

export function osc52(text: string): string {
  return `\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`;
}

/** Returns the programs in the order in which we prefer them. */
export function clipboardPrograms(platform: string, env: Readonly<Record<string, string | undefined>>): string[][] {
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [["clip"]];
  if (env.WSL_DISTRO_NAME) return [["clip.exe"]];
  if (env.WAYLAND_DISPLAY) return [["wl-copy"]];
  if (env.DISPLAY)
    return [
      ["xclip", "-selection", "clipboard"],
      ["xsel", "--clipboard", "--input"],
    ];
  return [];
}

/** clip.exe assumes the code page of the console, unless there is a BOM that tells it that the text is UTF-16. */
export function clipboardBytes(command: string, text: string): Buffer {
  if (!/^clip(\.exe)?$/.test(command)) return Buffer.from(text);
  return Buffer.from(`\ufeff${text}`, "utf16le");
}

/** Resolves to the method that worked. */
export async function copyText(
  text: string,
  write: (sequence: string) => void,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const fits = text.length <= OSC52_LIMIT;
  if (fits) write(osc52(text));
  for (const [command, ...args] of clipboardPrograms(process.platform, env)) {
    if (await pipeInto(command!, args, text)) return command!;
  }
  if (fits) return "through the terminal";
  throw new JigError("LIMIT_EXCEEDED", "The text is too long to copy through the terminal", {
    hint: "Save it with s",
  });
}

function pipeInto(command: string, args: string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
    child.stdin.on("error", () => resolve(false));
    child.stdin.end(clipboardBytes(command, text));
  });
}
