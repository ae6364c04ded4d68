/** A Unity project in which names are changed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callJig, scratch } from "../jig.ts";

export const GUID = "0123456789abcdef0123456789abcdef";

export const files: Record<string, string> = {
  "Assets/Mover.cs": `using System;
using UnityEngine;
namespace Game {
  /// <summary>A <see cref="Mover.Go(int)"/>.</summary>
  public class Mover : MonoBehaviour, IWalker, IDisposable {
    [SerializeField] int speed = 1;
    public int Power { get; set; }
    public virtual void Go(int steps) { int left = steps; left += speed; Invoke("Fire", left); SendMessage(nameof(Go)); }
    public void Fire() { Go(steps: 2); var shown = new { Power }; Console.WriteLine(shown.Power); }
    public void Dispose() { }
    void Update() { }
  }
  public interface IWalker { void Go(int steps); }
  [Marked] class Runner : Mover { public override void Go(int amount) { base.Go(amount); Rest(); } void Rest() { } int Count; }
  class MarkedAttribute : Attribute { }
  class Tuples {
    int Both(int one, int two) { var pair = (one, two); (one, two) = (two, one); return pair.one; }
    (int, int) Declared(int one, bool set) { (int, int) local = (one, 1); if (set) return (one, 2); Func<int> f = () => { var x = (one, 3); return x.one; }; return set ? (one, 4) : local; }
    (int, int) Short(int two) => (two, 5);
  }
}
`,
  "Assets/Alias.cs": "using Mover = Game.Mover;\nclass Aliased { Mover mover; Game.Mover other; }\n",
  "Assets/Extras.cs":
    "namespace Game { static class Extras { public static void Hop(this Mover mover, int times) { } } }\n",
  "Assets/Top.cs": "new Game.Mover().Fire();\n",
  "Assets/Mover.cs.meta": `fileFormatVersion: 2\nguid: ${GUID}\n`,
  "Assets/Level.unity": `%YAML 1.1
--- !u!114 &100
MonoBehaviour:
  m_Script: {fileID: 11500000, guid: ${GUID}, type: 3}
  speed: 5
--- !u!114 &200
MonoBehaviour:
  m_Calls:
  - m_Target: {fileID: 100}
    m_MethodName: Fire
`,
};

export function project() {
  const cwd = scratch(files);
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  const rename = (input: object) => callJig("script_rename", { apply: true, ...input }, { cwd });
  return { cwd, read, rename };
}
