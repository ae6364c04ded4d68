/** Tests `global using` in a script that another project compiles by a link: it applies to both projects. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { indexForAll, queryFor } from "../../../test/csharp/index-thread.ts";

const index = indexForAll({
  "Lib/Lib.csproj": "<Project/>",
  "Lib/Lib.cs": "namespace Lib { public class Options { } }\nnamespace Other { public class Options { } }\n",
  "First/First.csproj": '<Project><ItemGroup><ProjectReference Include="../Lib/Lib.csproj" /></ItemGroup></Project>',
  "First/Usings.cs": "global using Lib;\n",
  "First/Own.cs": "class Own { Options one; }\n",
  "Second/Second.csproj":
    '<Project><ItemGroup><ProjectReference Include="../Lib/Lib.csproj" /><Compile Include="../First/**/*.cs" /></ItemGroup></Project>',
  "Second/Linking.cs": "class Linking { Options two; }\n",
  "Third/Third.csproj": '<Project><ItemGroup><ProjectReference Include="../Lib/Lib.csproj" /></ItemGroup></Project>',
  "Third/Apart.cs": "class Apart { Options three; }\n",
});

describe("a linked script", () => {
  test("brings its global usings to the project that links it, and to no other", async () => {
    const page = { pageSize: 10, counts: "matches" as const, perFile: 10, startAfter: "" };
    const query = queryFor("Options", { symbol: "Lib.Options" });
    const candidates = ["First/Own.cs", "Second/Linking.cs", "Third/Apart.cs"].map(index.path);
    const { files, certain } = await index.ask({ op: "refs", query, page, snippetContext: 0, candidates });
    const displays = files.map(({ display }: { display: string }) => display);
    assert.deepEqual([displays, certain], [["First/Own.cs", "Second/Linking.cs"], 2]);
  });
});
