/** Grants hosts to a built-in plugin that users configure in a variable with URLs. */
import type { PluginDeclaration } from "../contract/define.ts";

/** Replaces each `$NAME` in the `net` permission by the hosts in that variable. URLs that aren't valid are ignored. */
export function withConfiguredHosts(
  declaration: PluginDeclaration,
  environment: Readonly<Record<string, string | undefined>>,
): PluginDeclaration {
  const { net } = declaration.permissions;
  if (!net?.some((each) => each.startsWith("$"))) return declaration;
  const hosts = net.flatMap((each) => (each.startsWith("$") ? hostsIn(environment[each.slice(1)]) : [each]));
  return { ...declaration, permissions: { ...declaration.permissions, net: hosts } };
}

/** Returns the hosts of all URLs in a variable, which are separated by spaces or commas. */
function hostsIn(value: string | undefined): string[] {
  return (value ?? "").split(/[\s,]+/).flatMap((written) => {
    const url = URL.canParse(written) ? new URL(written) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) return [];
    return [`${url.hostname.replace(/^\[|\]$/g, "")}:${url.port || (url.protocol === "https:" ? 443 : 80)}`];
  });
}
