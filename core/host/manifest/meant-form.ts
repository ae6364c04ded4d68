/** Says what to write for a text of the wrong form, by its place in `plugin.json`. */
import { basename } from "node:path";

/** Returns a sentence, or undefined if nothing is known about the place. */
export function meantForm(steps: readonly string[], written: string): string | undefined {
  const write = (text: string) => `Write ${JSON.stringify(text)}`;
  const [top, second, third] = steps;
  if (top === "version") {
    const [, major, minor = "0", patch = "0"] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(written) ?? [];
    return write(major === undefined ? "1.0.0" : `${major}.${minor}.${patch}`);
  }
  if (top === "permissions" && second === "net") {
    const [, host = ""] = /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.:[\]-]+)/.exec(written) ?? [];
    return host === "" ? undefined : `${write(host)}: it has no scheme and no path`;
  }
  if (top === "permissions" && (second === "read" || second === "write")) {
    return written.startsWith("~")
      ? 'Write the full path of your home folder instead of "~"'
      : 'Write "workspace", which includes all folders below it, or a path that starts with /';
  }
  if (top === "tools" && third === "handler" && steps[3] === "command" && /^(?:\.\/.*)?\.\.\//.test(written))
    return `Move the file into the plugin's folder and write ${JSON.stringify(basename(written))}`;
  if (top === "tools" && third === "handler" && steps.length === 3 && /^\S+(?: \S+)+$/.test(written))
    return `Write {"command": ${JSON.stringify(written.split(" ")).replaceAll('","', '", "')}}`;
  return undefined;
}
