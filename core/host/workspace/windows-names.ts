/** Detects names that Windows does not take literally, which are devices and aliases of other names. */

/** Devices in any folder and with any extension, so even `src/aux.cs` is a device. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:\.|$)/i;

/** Describes the problem of a path on Windows as the end of a sentence. It returns undefined if there is no problem. */
export function windowsAlias(written: string): string | undefined {
  for (const name of written.split(/[\\/]/)) {
    if (name === "." || name === "..") continue;
    if (DEVICE.test(name)) return "is the name of a Windows device";
    // `secret.txt.` and `secret.txt ` both open `secret.txt`, so a rule that knows only one of the names could be bypassed.
    if (/[. ]$/.test(name)) return "has a name that ends with a period or a space, which Windows drops";
  }
  return undefined;
}
