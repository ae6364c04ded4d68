/** Rules for uses in third-party languages, whose queries have already classified each name. */
import { NAME_KINDS, type NameKind } from "../../../core/host/plugin-api.ts";
import type { GuestFamily } from "../index/guest-languages.ts";
import { bindName, type NameResolver, type TypedMeanings, type UseKind, type UsesRules } from "./uses-rules.ts";

const NAMES: ReadonlySet<string> = new Set(NAME_KINDS.filter((kind) => kind !== "scope"));
const BARE: ReadonlySet<string> = new Set<NameKind>(["definition", "name", "read", "call", "type", "write"]);
const USE_KINDS: Readonly<Record<string, UseKind>> = {
  definition: "declaration",
  name: "declaration",
  call: "call",
  type: "type",
  write: "write",
};

export function guestRules({ level, seen, family }: GuestFamily, resolver: NameResolver): UsesRules {
  const isBound = level === "uses";
  return {
    names: NAMES,
    scopes: new Set(isBound ? ["scope"] : []),
    isPackage: false,
    meanings: seenDeclarations(seen, family, resolver),
    bind(node, outer, _inner, file) {
      if (!isBound || (node.type !== "definition" && node.type !== "name")) return;
      const scope = node.type === "name" ? (outer.parent ?? outer) : outer;
      // The name is visible in its whole scope.
      bindName(scope, file.textOf(node), { name: node, by: node, from: Number.MAX_SAFE_INTEGER });
    },
    roleOf: ({ type }) => (isBound && BARE.has(type) ? { is: "bare" } : { is: "unknown" }),
    kindOf: ({ type }) => USE_KINDS[type] ?? "read",
  };
}

function seenDeclarations(seen: GuestFamily["seen"], family: string, resolver: NameResolver): TypedMeanings {
  const unknown = async () => undefined;
  return {
    async unbound(file, name) {
      if (seen === "file") return undefined;
      const folder = (path: string) => path.slice(0, path.lastIndexOf("/"));
      const found = resolver
        .declared(file.textOf(name))
        .filter(
          ({ path, containers }) =>
            containers.length === 0 &&
            resolver.familyOf(path) === family &&
            (seen === "workspace" || folder(path) === folder(file.path)),
        );
      return found.length > 0 ? found : undefined;
    },
    imported: unknown,
    member: unknown,
    key: unknown,
    fits: () => true,
  };
}
