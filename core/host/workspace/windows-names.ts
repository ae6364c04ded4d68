/** Names that Windows will not take literally, i.e. devices and aliases of other names. */

/** Devices, in any folder and with any extension. Yes, `src/aux.cs` is a device. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:\.|$)/i;

/** Describes the problem of a path on Windows. The text is the end of a sentence. If there is no problem, then this returns undefined. */
export function windowsAlias(written: string): string | undefined {
  for (const name of written.split(/[\\/]/)) {
    if (name === "." || name === "..") continue;
    if (DEVICE.test(name)) return "is the name of a Windows device";
    // `secret.txt.` and `secret.txt ` both open `secret.txt`. A rule that knows the file by just one of its names could be
    // bypassed.
    if (/[. ]$/.test(name)) return "has a name that ends with a period or a space, which Windows drops";
  }
  return undefined;
}
