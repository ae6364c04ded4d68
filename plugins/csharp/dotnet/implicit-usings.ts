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

/** Matches the first lines of a program without a project, which `dotnet run file.cs` builds (C# 14). */
const FILE_PROGRAM = /^\uFEFF?(?:#!|(?:[ \t]*(?:\/\/[^\n]*)?\n)*#:[a-z])/;

/** Returns the namespaces that the SDK imports into a program that is a single file, or nothing for other files. */
export function fileProgramUsings(text: string): readonly string[] {
  if (!FILE_PROGRAM.test(text) || /^#:property[ \t]+ImplicitUsings[ \t]*=[ \t]*(?:disable|false)/im.test(text))
    return [];
  return implicitUsings(/^#:sdk[ \t]+([^@\s]+)/im.exec(text)?.[1] ?? "");
}
