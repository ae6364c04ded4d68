/** A Unity project with several assemblies and failing tests, for `unity-verify`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const RESULTS = ".uloop/outputs/TestResults/results.xml";

export function write(root: string, files: Record<string, string | object>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = join(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
}

const failure = (name: string, message: string, stack: string) =>
  `<test-case fullname="${name}" result="Failed"><failure><message><![CDATA[${message}]]></message><stack-trace><![CDATA[${stack}]]></stack-trace></failure></test-case>`;

export const xml = (root: string) =>
  `<?xml version="1.0"?><test-run result="Failed" total="3" passed="1" failed="2" skipped="0"><test-suite>${failure("Game.Tests.PlayerTests.Jumps", "Expected: 1", `at NUnit.X () in <1>:0\nat Game.Tests.PlayerTests.Jumps () [0x1] in ${root}/Assets/Game/Tests/PlayerTests.cs:7`)}${failure("Game.Tests.PlayerTests.Lands(3)", "boom 灯", "")}<test-case fullname="Game.Tests.PlayerTests.Ok" result="Passed"/></test-suite></test-run>`;

export const PLAYER_TESTS = `using NUnit.Framework;
namespace Game.Tests
{
  public class PlayerTests
  {
    [Test]
    public void Jumps() { Assert.AreEqual(1, 2); }

    [TestCase(3)]
    public void Lands(int n) { throw new System.Exception("boom"); }
  }
}
`;

const asmdef = (name: string, references: string[] = [], more: object = {}) => ({ name, references, ...more });
const TESTS = { includePlatforms: ["Editor"], defineConstraints: ["UNITY_INCLUDE_TESTS"] };

/** Core ← Game ← Game.Tests (Edit Mode), Core ← Core.Tests, Game ← Game.Play (Play Mode); Other ← Other.Tests. */
export function tree(root: string): void {
  write(root, {
    "Assets/Core/Core.asmdef": asmdef("Core"),
    "Assets/Core/Core.asmdef.meta": "fileFormatVersion: 2\nguid: 0123456789abcdef0123456789abcdef\n",
    "Assets/Core/Core.cs": "class Core {}",
    "Assets/Core/Tests/Core.Tests.asmdef": asmdef("Core.Tests", ["GUID:0123456789abcdef0123456789abcdef"], TESTS),
    "Assets/Core/Tests/CoreTests.cs": "class CoreTests {}",
    "Assets/Game/Game.asmdef": asmdef("Game", ["GUID:0123456789ABCDEF0123456789ABCDEF"]),
    "Assets/Game/Game.cs": "class Game {\n  var x = ;\n}",
    "Assets/Game/Tests/Game.Tests.asmdef": asmdef("Game.Tests", ["Game"], TESTS),
    "Assets/Game/Tests/PlayerTests.cs": PLAYER_TESTS,
    "Assets/Game/Play/Game.Play.asmdef": asmdef("Game.Play", ["Game"], { optionalUnityReferences: ["TestAssemblies"] }),
    "Assets/Game/Play/PlayTests.cs": "class PlayTests {}",
    "Assets/GameMore/More.asmref": { reference: "Game" },
    "Assets/GameMore/More.cs": "class More {}",
    "Packages/mine/Other.asmdef": asmdef("Other"),
    "Packages/mine/Other.cs": "class Other {}",
    "Packages/mine/Tests/Other.Tests.asmdef": asmdef("Other.Tests", ["Other"], TESTS),
    "Packages/mine/Tests/OtherTests.cs": "class OtherTests {}",
    "Assets/Loose.cs": "class Loose {}",
    "Assets/Hidden~/Game.Broken.asmdef": "{ nope",
  });
}
