/** Tests both formats of solutions, entries that are not C# projects, and files that are not solutions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSolutions } from "./solutions.ts";

test("both forms name the same projects; folders, comments and other languages are none", async () => {
  const files: Record<string, string> = {
    "/r/All.sln": `\uFEFF
Microsoft Visual Studio Solution File, Format Version 12.00\r
Project("{9A19103F-16F7-4668-BE54-9A1E7A4F7556}") = "App", "src\\App\\App.csproj", "{8B08FE0A}"\r
EndProject\r
Project("{2150E333-8FDC-42A3-9474-1A3956D46DE8}") = "src", "src", "{0BF3A0F2}"
Project("{F2A71F9B-5D33-465A-A702-920D77279786}") = "F", "F\\F.fsproj", "{0BF3A0F3}"
Project("{9A19103F}") = "App again", "src\\App\\App.csproj", "{8B08FE0A}"
Project("{9A19103F}") = "Up", "..\\Up\\Up.csproj", "{8B08FE0B}"
# Project("{9A19103F}") = "Off", "Off.csproj", "{8}"`,
    "/r/All.slnx": `<Solution><!-- <Project Path="Off.csproj" /> --><Folder Name="/src/">
  <Project Type="x" Path="src/App/App.csproj"><Build Project="false" /></Project></Folder>
  <Project Path="../Up/Up.csproj" /><Project Path="F/F.fsproj" /></Solution>`,
    "/r/broken.slnx": "<Project Path=",
  };
  const readText = async (path: string) => {
    if (files[path] === undefined) throw new URIError(path);
    return { text: files[path] };
  };
  const solutions = await readSolutions([...Object.keys(files), "/r/gone.sln"], { readText } as never);
  const both = ["/r/src/App/App.csproj", "/Up/Up.csproj"];
  assert.deepEqual(
    solutions.map(({ projects }) => projects),
    [both, both, [], []],
  );
});
