/** Users can configure hosts in a variable that holds URLs. This grants them to a built-in plugin. */
import type { PluginDeclaration } from "../contract/define.ts";

/** Expand each `$NAME` in the `net` permission to the hosts in that variable. URLs that are not valid are ignored. */
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
