/** Dead code in `script_project_check`: unused names are certain only if nothing else can reach them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

interface Row {
  symbol: string;
  certainty: string;
  why?: string;
}

const root = scratch({
  "App.csproj":
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>',
  "Program.cs": "Console.WriteLine(Plain.Used);",
  "Plain.cs": `static class Plain { public static int Used; static int forgotten; }
class Alone { }
interface IShape { }
abstract class Shape : IShape { }
class Circle : Shape { }
class CartTests { [Fact] public void Adds() { } }
class Order {
  public int Total { get; set; }
  public int Tax { get; init; }
  public int Computed => 1;
  public bool ShouldSerializeTotal() => true;
  public bool ShouldSerializeNothing() => true;
}
record Line(int Amount);
[StructLayout(LayoutKind.Sequential)] struct Header { uint version; }
struct Loose { uint version2; }
[ValueObject<int>] partial struct Amount { static bool Validate(int value) => value > 0; }
class Shelf { public Shelf GetEnumerator() => this; }
class Basket { public void AddInPage() { } public void Nowhere() { } }
`,
  "Counter.razor": '@inject Basket basket\n<p>@basket.Total</p> <button @onclick="() => basket.AddInPage()" />',
  "Counter.razor.cs": "public partial class Counter { }",
  "Tool.cs": "class Tool { static async Task<int> Main(string[] args) => 0; }\nclass Plant { void Main() { } }",
  "Other.razor.cs": "public partial class Other { }",
  "Filled.cs": "namespace System.Runtime.CompilerServices { class IsExternalInit { } }",
});

test("XAML names attached properties, and a mapping library reads members by name", () => {
  const app = scratch({
    "App.csproj":
      '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>',
    "Effects.cs": `public static class Effects {
  public static bool GetCircle(object view) => true; public static void SetCircle(object view, bool value) { }
  public static bool GetSquare(object view) => true;
}`,
    "Main.xaml": '<Page><Image local:Effects.Circle="True" Square="1" /></Page>',
    "Map.cs": `using AutoMapper;
class Maps : Profile { public Maps() => CreateMap<Source, object>(); }
class Source {
  public int Total => 1; public int Count; public int GetRest() => 2;
  public void Act() { } public int Of(int i) => i; int inside; public static int Shared => 3;
}
interface ITarget { int Sum { get; } }
static class More { public static int GetMore(this Source source) => 1; public static int GetLess(this Source source, int by) => by; }
class Cases { class Case { } class Other { Case one; ITarget two; } }
class Build : NukeBuild { Target Clean => null; int spare; }
class HomeController { public int Index() => 1; }
class Startup { public void ConfigureContainer(object builder) { } }`,
  });
  const { results } = callJig("script_project_check", { check: "dead" }, { cwd: app }).value as { results: Row[] };
  assert.deepEqual(Object.fromEntries(results.map(({ symbol, certainty, why }) => [symbol, why ?? certainty])), {
    "Effects/GetCircle": "Main.xaml names it",
    "Effects/SetCircle": "Main.xaml names it",
    "Effects/GetSquare": "certain",
    Maps: "a base outside the workspace may use it",
    "ITarget/Sum": "AutoMapper may read it by its name",
    "More/GetMore": "AutoMapper may read it by its name",
    "More/GetLess": "certain",
    Cases: "it contains Case, which may be used",
    "Cases/Other": "certain",
    "Cases/Other/one": "certain",
    "Cases/Other/two": "certain",
    Build: "a base outside the workspace may use it",
    "Build/Clean": "a base outside the workspace may require it",
    "Build/spare": "certain",
    HomeController: "ASP.NET may find it by its name",
    "HomeController/Index": "ASP.NET may call it by name",
    Startup: "certain",
    "Startup/ConfigureContainer": "the language or a framework may call it by name",
    "Source/Total": "AutoMapper may read it by its name",
    "Source/Count": "AutoMapper may read it by its name",
    "Source/GetRest": "AutoMapper may read it by its name",
    "Source/Act": "certain",
    "Source/Of": "certain",
    "Source/inside": "certain",
    "Source/Shared": "certain",
  });
});

test("what nothing names is certain, unless something else than a word may reach it", () => {
  const { results } = callJig("script_project_check", { check: "dead", limit: 1000 }, { cwd: root }).value as {
    results: Row[];
  };
  const said = Object.fromEntries(results.map(({ symbol, certainty, why }) => [symbol, why ?? certainty]));
  assert.deepEqual(said, {
    "Plain/forgotten": "certain",
    Alone: "certain",
    Circle: "reflection may find it through its base Shape",
    CartTests: "its member Adds is marked [Fact]",
    "CartTests/Adds": "it is marked [Fact]",
    Order: "certain",
    "Order/Tax": "a serializer or a binding may set it",
    "Order/Computed": "certain",
    "Order/ShouldSerializeTotal": "serializers call it by name",
    "Order/ShouldSerializeNothing": "certain",
    Line: "certain",
    "Line/Amount": "a serializer or a binding may set it",
    Header: "it is marked [StructLayout]",
    Amount: "it is marked [ValueObject<int>]",
    "Amount/Validate": "a source generator may call it: its type is partial and marked",
    "Header/version": "its type has a fixed layout ([StructLayout])",
    Loose: "certain",
    "Loose/version2": "certain",
    "Basket/AddInPage": "Counter.razor names it",
    "Basket/Nowhere": "certain",
    "Shelf/GetEnumerator": "the language or a framework may call it by name",
    Basket: "Counter.razor names it",
    "Order/Total": "a serializer or a binding may set it",
    Counter: "its other part is Counter.razor",
    Other: "certain",
    Plant: "certain",
    "System.Runtime.CompilerServices.IsExternalInit": "the compiler may use it by name",
  });
});

test("what an interface of the engine asks for is reached, and an asset that cannot be read may carry a component", () => {
  const unity = {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Packages/manifest.json": '{"dependencies":{}}',
    "Assets/Saved.cs":
      "using UnityEngine; public class Saved : MonoBehaviour, ISerializationCallbackReceiver { public void OnBeforeSerialize() { } public void OnAfterDeserialize() { } public void Nobody() { } }",
  };
  const dead = (files: Record<string, string>) => {
    const { results } = callJig("script_project_check", { check: "dead" }, { cwd: scratch(files) }).value as {
      results: Row[];
    };
    return Object.fromEntries(results.map(({ symbol, certainty, why }) => [symbol, why ?? certainty]));
  };
  assert.deepEqual(dead(unity), {
    "Saved/Nobody": "certain",
    Saved: "no asset uses it; AddComponent and bundles leave no trace",
  });
  assert.deepEqual(dead({ ...unity, "Assets/Main.unity": "version https://git-lfs.github.com/spec/v1\n" }), {
    "Saved/Nobody": "assets that cannot be read may mention it",
    Saved: "assets that cannot be read may use it",
  });
});

test("a method that an instance's event calls is reached, and a base of a library may be a component", () => {
  const root = scratch({
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Packages/manifest.json": '{"dependencies":{}}',
    "Assets/Menu.cs":
      "using UnityEngine; public class Menu : MonoBehaviour { void Warn() { } void Nobody() { } }\n" +
      "public class Stats : Fusion.Behaviour { void LateUpdate() { } void Forgotten() { } }\n" +
      "public class Cameras : Cinemachine.Editor.BaseEditor<Menu> { void OnEnable() { } }",
    "Assets/Other.cs": "namespace Post { public class BaseEditor<T> : UnityEditor.Editor { } }",
    "Assets/Main.unity": `%YAML 1.1
--- !u!1001 &12
PrefabInstance:
  m_Modification:
    m_Modifications:
    - target: {fileID: 64, guid: 0aadc5ecc682d664a952c881282f4d4c, type: 3}
      propertyPath: OnError.m_PersistentCalls.m_Calls.Array.data[0].m_MethodName
      value: Warn
      objectReference: {fileID: 0}
`,
  });
  const { results } = callJig("script_project_check", { check: "dead" }, { cwd: root }).value as { results: Row[] };
  const members = results.filter(({ symbol }) => symbol.includes("/"));
  assert.deepEqual(
    members.map(({ symbol }) => symbol),
    ["Menu/Nobody", "Stats/Forgotten"],
  );
});
