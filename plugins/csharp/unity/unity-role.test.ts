/**
 * Tests the roles of declarations in Unity. `//=role` at the end of a line is the expected role of its last
 * declaration, and no mark means no role.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import written from "../engine/unity-names.json" with { type: "json" };
import { UnityNames } from "../engine/unity-names.ts";
import { encodeSegment, outlined } from "../index/encode-segment.ts";
import { openSegment } from "../index/segment.ts";
import { SymbolStore } from "../index/symbol-store.ts";
import { FileDetails } from "../symbol-paths/declaration-headers.ts";
import { unityRole } from "./unity-role.ts";

const engine = new UnityNames(written);

/** Each string is the content of a file. */
function check(...texts: string[]): void {
  const store = new SymbolStore();
  const files = texts.map((text, at) => ({
    path: `/f${at}.cs`,
    size: 1,
    mtimeMs: 1,
    text,
    ...outlined(text),
  }));
  store.add(openSegment(encodeSegment(files))!);
  for (const { path, text } of files) {
    const details = new FileDetails(text);
    const found = new Map<number, string>();
    for (const handle of store.ofFile(path)) {
      const one = store.symbol(handle);
      const role = unityRole(store, one, details.header(one), engine);
      if (role) found.set(one.nameLine, `${one.name} ${role}`);
    }
    text.split("\n").forEach((line, at) => {
      const wanted = /\/\/=(\w+)/.exec(line)?.[1];
      assert.equal(
        found.get(at + 1)?.split(" ")[1],
        wanted,
        `line ${at + 1} of ${path}: ${line.trim()} (${found.get(at + 1)})`,
      );
    });
  }
}

test("fields are saved by their type", () => {
  check(`using UnityEngine; using System; using System.Collections.Generic;
[Serializable] public struct Plain { public int a; } //=serialized
public struct Bare { public int a; }
[Serializable] public class Data { public string text; } //=serialized
[Serializable] public abstract class Shape { }
public class NotSaved { public int a; }
[Serializable] public class Box<T> { }
public enum Mode { A }
public enum Wide : long { A }
public interface IThing { }
public delegate void Done();
public class Item : ScriptableObject { } //=scriptableObject
public class Holder : MonoBehaviour //=component
{
  public int number; //=serialized
  public string text; //=serialized
  public Plain plain; //=serialized
  public Bare bare;
  public Data data; //=serialized
  public Shape shape;
  public NotSaved notSaved;
  public Box<int> box; //=serialized
  public Mode mode; //=serialized
  public Wide wide;
  public IThing thing;
  public Done done;
  public Action action;
  public Func<int> func;
  public int? nullable;
  public Nullable<int> nullable2;
  public Mode? mode2;
  public Dictionary<string, int> map;
  public HashSet<int> set;
  public List<Data> list; //=serialized
  public List<NotSaved> list2;
  public List<List<int>> nested;
  public List<int[]> nested2;
  public int[] array; //=serialized
  public int[][] jagged;
  public int[,] grid;
  public List<int>[] lists;
  public object anything;
  public decimal money;
  public DateTime time;
  public (int, int) pair;
  public Item item; //=serialized
  public Holder other; //=serialized
  public GameObject target; //=serialized
  public Transform[] targets; //=serialized
  public Vector3 place; //=serialized
  public Ray ray;
  public AnimationCurve curve; //=serialized
  public Gradient gradient; //=serialized
  public Coroutine running;
  public UnityEngine.Events.UnityEvent<int> changed; //=serialized
  public System.Collections.Generic.List<UnityEngine.Color> colors; //=serialized
  public ParticleSystem.MinMaxCurve amount; //=serialized
  public TMPro.TMP_Text label; //=serialized
  public event Action happened;
}`);
});

test("fields are saved by how they are declared and where", () => {
  check(`using UnityEngine; using System;
public class A : MonoBehaviour //=component
{
  int hidden;
  [SerializeField] int shown; //=serialized
  [SerializeField] protected internal int shown2; //=serialized
  [SerializeField] System.Collections.Generic.Dictionary<int, int> map;
  [SerializeField] static int one;
  [SerializeField] readonly int fixedOne = 1;
  public const int Max = 1;
  public static int count;
  public readonly int id;
  [NonSerialized] public int skipped;
  [System.NonSerialized, SerializeField] int skipped2;
  [HideInInspector] public int quiet; //=serialized
  internal int inside;
  public int Property { get; set; }
  [field: SerializeField] public int Auto { get; private set; } //=serialized
  [field: SerializeField] public int ReadOnly { get; }
  [field: SerializeField] public int Computed => 1;
  [field: SerializeField] public IComparable Wrong { get; set; }
  [SerializeField] int Ignored { get; set; }
  [SerializeReference] IShape shape; //=serialized
  [SerializeReference] public System.Collections.Generic.List<IShape> shapes; //=serialized
  [SerializeReference] int number;
  [Serializable] public class Row { public int a; [SerializeField] string b; int c; //=serialized
    public int d; //=serialized
    public Row next; //=serialized
    private string e;
  }
  public class Plain { public int a; }
}
public interface IShape { }
public static class S { public static int a; }
public class Elsewhere { public int a; [SerializeField] int b; }
public class Child : A { public int more; } //=serialized
public class Generic<T> : MonoBehaviour { public T value; } //=serialized
public partial class Split { public int a; } //=serialized
public partial class Split : ScriptableObject { } //=scriptableObject
`);
});

test("messages: by name, parameters and base", () => {
  check(
    `using UnityEngine; using UnityEditor; using System.Collections;
public class A : MonoBehaviour //=component
{
  void Awake() { } //=message
  IEnumerator Start() { yield break; } //=message
  async System.Threading.Tasks.Task OnEnable() { } //=message
  void Update(float delta) { }
  void LateUpdate<T>() { }
  void OnCollisionEnter(Collision hit) { } //=message
  void OnCollisionExit() { } //=message
  void OnCollisionStay(Collider hit) { }
  void OnTriggerEnter2D(UnityEngine.Collider2D other) { } //=message
  void OnApplicationPause(bool paused) { } //=message
  void OnAnimatorIK(int layer) { } //=message
  void OnAudioFilterRead(float[] data, int channels) { } //=message
  void OnAudioFilterRead(float[] data) { }
  void OnInspectorUpdate() { }
  void OnStateEnter(Animator a, AnimatorStateInfo s, int l) { }
  static void FixedUpdate() { }
  void Helper() { }
  class Inner { void Update() { } }
}
public class D : ScriptableObject { void OnEnable() { } //=message
  void Update() { }
  void OnValidate() { } //=message
}
public class W : EditorWindow { void OnGUI() { } //=message
  void Update() { } //=message
  void CreateGUI() { } //=message
  void FixedUpdate() { }
  void ShowButton(Rect place) { } //=message
}
public class P : AssetPostprocessor {
  void OnPostprocessTexture(Texture2D t) { } //=message
  static void OnPostprocessAllAssets(string[] a, string[] b, string[] c, string[] d) { } //=message
  static void OnPostprocessAllAssets(string[] a, string[] b, string[] c, string[] d, bool e) { } //=message
  void OnPostprocessModel(Texture2D t) { }
  void Awake() { }
}
public class M : UnityEditor.AssetModificationProcessor {
  static string[] OnWillSaveAssets(string[] paths) => paths; //=message
  string[] OnWillDeleteAsset(string[] paths) => paths;
}
public class E : Editor { public override void OnInspectorGUI() { } //=message
  void OnSceneGUI() { } //=message
}
public class S : StateMachineBehaviour { //=scriptableObject
  public override void OnStateEnter(Animator a, AnimatorStateInfo s, int l) { } //=message
}
public static class T { [RuntimeInitializeOnLoadMethod] static void Init() { } //=engineCalled
  [MenuItem("x")] static void Menu() { } //=engineCalled
  [ContextMenu("x")] static void Plain() { } //=engineCalled
  static void None() { }
}
public struct V { void Update() { } }
`.replace(
      "public class D : ScriptableObject { void OnEnable() { } //=message",
      "public class D : ScriptableObject //=scriptableObject\n{ void OnEnable() { } //=message",
    ),
  );
});

test("a class of the project that is named like the engine's is not the engine's", () => {
  check(
    `namespace Game { public class Editor { void OnEnable() { } } public class Tool : Editor { void OnSceneGUI() { } public int a; } }`,
    `namespace UnityEngine { public class MonoBehaviour { } }
namespace Game.Ui { using UnityEngine;
class C : MonoBehaviour { void Update() { } } //=message
}`,
  );
});

test("what a target is written before holds for all of its attributes, and an alias is what it stands for", () => {
  check(`using UnityEngine; using System.Collections.Generic;
using Map = System.Collections.Generic.Dictionary<string, int>;
using Numbers = System.Collections.Generic.List<int>;
using Place = UnityEngine.Vector3;
public class Holder : MonoBehaviour //=component
{
  [field: Range(0, 1), SerializeField] public float Share { get; set; } //=serialized
  [method: Obsolete, SerializeField] public float Not { get; set; }
  public Map map;
  public Numbers numbers; //=serialized
  public List<Map> maps;
  public List<Numbers> nested;
  public Place place; //=serialized
  public Place? maybe;
}`);
});
