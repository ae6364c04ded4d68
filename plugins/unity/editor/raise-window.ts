/** Brings the window to the front with the tools of the operating system, because newer Editors no longer have a command for it. */
import { capture, type Run, type UnityProcess } from "./unity-processes.ts";

/** The result is only `raised` if a tool has confirmed it. Otherwise it contains a reason and advice for the user. */
export type RaiseResult = { raised: true; by: string } | { raised: false; why: string; fix: string };

export async function raiseWindow(
  run: Run,
  unity: UnityProcess,
  wayland: boolean,
  signal: AbortSignal,
): Promise<RaiseResult> {
  switch (unity.system) {
    case "macos":
      return raiseBy(run, "osascript", ["-e", macScript(unity.pid)], signal, MAC_FIX);
    case "windows":
      return raiseBy(
        run,
        "powershell",
        ["-NoProfile", "-NonInteractive", "-Command", windowsScript(unity.pid)],
        signal,
        WINDOWS_FIX,
      );
    case "linux":
      return raiseOnLinux(run, unity.pid, wayland, signal);
  }
}

const MAC_FIX = "Allow the terminal to control System Events: System Settings > Privacy & Security > Automation";
const WINDOWS_FIX = "Click the Unity window: Windows lets only the active program raise another one";

function macScript(pid: number): string {
  return `tell application "System Events" to set frontmost of (first process whose unix id is ${pid}) to true`;
}

function windowsScript(pid: number): string {
  return `if (-not (New-Object -ComObject WScript.Shell).AppActivate(${pid})) { exit 1 }`;
}

async function raiseOnLinux(run: Run, pid: number, wayland: boolean, signal: AbortSignal): Promise<RaiseResult> {
  const search = ["search", "--onlyvisible", "--pid", String(pid), "windowactivate", "--sync"];
  const xdotool = await capture(run, "xdotool", search, signal);
  if (xdotool?.code === 0) return { raised: true, by: "xdotool" };
  const wmctrl = await activateByWmctrl(run, pid, signal);
  if (wmctrl) return { raised: true, by: "wmctrl" };
  if (wayland) {
    return {
      raised: false,
      why: "Wayland does not let one program raise another's window",
      fix: "Click the Unity window, or run Unity under X11 (XWayland) with xdotool or wmctrl installed",
    };
  }
  if (!xdotool && wmctrl === undefined) {
    return {
      raised: false,
      why: "Neither xdotool nor wmctrl is installed",
      fix: "Install xdotool or wmctrl, or click the Unity window",
    };
  }
  return {
    raised: false,
    why: `No visible window of the process ${pid} was found`,
    fix: "Check that DISPLAY is set and that Unity has a window",
  };
}

/** Returns undefined if wmctrl isn't installed. */
async function activateByWmctrl(run: Run, pid: number, signal: AbortSignal): Promise<boolean | undefined> {
  const listing = await capture(run, "wmctrl", ["-lp"], signal);
  if (!listing) return undefined;
  const window = windowOf(listing.stdout, pid);
  return window !== undefined && (await capture(run, "wmctrl", ["-ia", window], signal))?.code === 0;
}

/** Parses the output of `wmctrl -lp`, which has the form `<window> <desktop> <pid> <host> <title>`. */
export function windowOf(listing: string, pid: number): string | undefined {
  const line = listing.split("\n").find((each) => each.split(/\s+/)[2] === String(pid));
  return line?.split(/\s+/)[0];
}

async function raiseBy(
  run: Run,
  command: string,
  args: string[],
  signal: AbortSignal,
  fix: string,
): Promise<RaiseResult> {
  const done = await capture(run, command, args, signal);
  if (!done) return { raised: false, why: `${command} was not found`, fix };
  if (done.code === 0) return { raised: true, by: command };
  return { raised: false, why: done.stderr.trim() || `${command} ended with code ${done.code}`, fix };
}
