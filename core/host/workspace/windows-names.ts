/** Names that Windows does not accept unchanged: device names, and names that it treats as another one. */

/** This also applies with an extension and in every folder: `src/aux.cs` is the device. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:\.|$)/i;

/** Describes the problem of a path on Windows as the end of a sentence. Returns undefined for a valid path. */
export function windowsAlias(written: string): string | undefined {
  for (const name of written.split(/[\\/]/)) {
    if (name === "." || name === "..") continue;
    if (DEVICE.test(name)) return "is the name of a Windows device";
    // `secret.txt.` and `secret.txt ` open `secret.txt`. With two names for one file, a rule that only knows one of them could be
    // bypassed.
    if (/[. ]$/.test(name)) return "has a name that ends with a full stop or a space, which Windows drops";
  }
  return undefined;
}
