/** Lists the namespaces that an SDK imports into every file (`ImplicitUsings`). The project file chooses the SDK. */
const PLAIN = [
  "System",
  "System.Collections.Generic",
  "System.IO",
  "System.Linq",
  "System.Net.Http",
  "System.Threading",
  "System.Threading.Tasks",
];
const WORKER = ["Configuration", "DependencyInjection", "Hosting", "Logging"].map(
  (name) => `Microsoft.Extensions.${name}`,
);
const WEB = [
  "System.Net.Http.Json",
  ...["Builder", "Hosting", "Http", "Routing"].map((name) => `Microsoft.AspNetCore.${name}`),
  ...WORKER,
];

/**
 * Returns the namespaces that an SDK imports.
 * @param sdk - The `Sdk` attribute of the project, which may include a version
 */
export function implicitUsings(sdk: string): readonly string[] {
  const [name = ""] = sdk.split("/");
  if (/\.(?:Web|BlazorWebAssembly)$/i.test(name)) return [...PLAIN, ...WEB];
  return /\.Worker$/i.test(name) ? [...PLAIN, ...WORKER] : PLAIN;
}
