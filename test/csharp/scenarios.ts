/** Advanced C# scenarios for generated projects, and the list of all. */
import {
  extensions,
  generics,
  inheritance,
  interfaces,
  names,
  overloads,
  plainUses,
  type Scenario,
  shadowing,
  unity,
} from "./everyday-scenarios.ts";

/** Nested namespaces, namespace aliases, using directives inside a namespace, constructor chains. */
const places: Scenario = (w) => {
  const [a, b, c] = [w.type(), w.type(), w.type()];
  const m = w.member();
  const f = w.member(m);
  const [A, B, C] = [`Deep.Inner.${a}`, `Deep.${b}`, `Deep.Other.${c}`];
  w.file(
    "Core",
    `namespace Deep {
  namespace Inner {
    public class @{!${A}} { public readonly int @{!${A}/${f}}; public @{${A}}(int @{local:${f}}) { this.@{${A}/${f}} = @{local:${f}}; } public @{${A}}() : this(1) { } public static @{${A}} @{!${A}/${m}}() => new @{${A}}(2); }
  }
  public class @{!${B}} : Inner.@{${A}} { public @{${B}}(int n) : base(n + Inner.@{${A}}.@{${A}/${m}}().@{${A}/${f}}) { } static readonly int Start = @{${A}/${m}}().@{${A}/${f}}; int Sum => @{${A}/${f}} + Start; }
}
namespace Deep.Other {
  using Deep.Inner;
  public struct @{!${C}} { public const int @{!${C}/${m}} = 3; public @{${A}} @{!${C}/${f}}; public @{${C}}(@{${A}} a) { @{${C}/${f}} = a; } static int U(@{${C}} c, int n = @{${C}/${m}}) => c.@{${C}/${f}}.@{${A}/${f}} + n; }
}`,
  );
  w.file(
    "Game",
    `using In = Deep.Inner;
using Deep;
class P${a} {
  In.@{${A}} one = new In.@{${A}}(3); Deep.Other.@{${C}} two;
  void U() { one = In.@{${A}}.@{${A}/${m}}(); two.@{${C}/${f}}.@{${A}/${f}}.ToString(); var n = Deep.Other.@{${C}}.@{${C}/${m}}; new @{${B}}(1).@{${A}/${f}}.ToString(); }
}`,
  );
};

/** Operators, indexers, out variables, tasks, tuples, deconstruction, iterators, local functions. */
const expressions: Scenario = (w) => {
  const space = w.space();
  const [v, s, o] = [w.type("Vec"), w.type("Store"), w.type("Owner")];
  const m = w.member("Run");
  const f = w.member(m, "Run");
  const [V, S, O] = [`${space}.${v}`, `${space}.${s}`, `${space}.${o}`];
  w.file(
    "Core",
    `using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading.Tasks;
namespace ${space} {
  public struct @{!${V}} {
    public float @{!${V}/${f}};
    public static @{${V}} operator +(@{${V}} a, @{${V}} b) => a;
    public static @{${V}} operator *(@{${V}} a, float b) => a;
    public @{${V}} @{!${V}/${m}}() => this;
  }
  public class @{!${S}} : IEnumerable<@{${V}}> {
    private readonly Dictionary<int, @{${V}}> byId = new Dictionary<int, @{${V}}>();
    public @{${V}} this[int id] { get { return byId[id]; } set { byId[id] = value; } }
    public IEnumerator<@{${V}}> GetEnumerator() { foreach (var one in byId.Values) yield return one; }
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    public async Task<@{${V}}> @{!${S}/${m}}(int id) { await Task.Delay(1); return byId[id]; }
    public bool Try(int id, out @{${V}} @{local:${f}}) { return byId.TryGetValue(id, out @{local:${f}}); }
    public (@{${V}} First, @{${S}} Second) @{!${S}/${f}}() => (byId[1], this);
  }
  public class @{!${O}} {
    @{${S}} store = new();
    Func<int, @{${V}}> make;
    public async void Go() {
      (store[1] + store[2] * 2f).@{${V}/${m}}(); store[0].@{${V}/${f}}.ToString();
      foreach (var one in store) one.@{${V}/${m}}();
      (await store.@{${S}/${m}}(1)).@{${V}/${m}}(); var got = await store.@{${S}/${m}}(2); got.@{${V}/${f}} = 1;
      if (store.Try(1, out var found)) found.@{${V}/${m}}(); store.Try(2, out @{${V}} typed); typed.@{${V}/${f}}++;
      var map = new Dictionary<string, @{${S}}>(); if (map.TryGetValue("a", out var held)) held.@{${S}/${m}}(3);
      var pair = store.@{${S}/${f}}(); pair.First.@{${V}/${m}}(); pair.Second.@{${S}/${m}}(1);
      var (first, second) = store.@{${S}/${f}}(); first.@{${V}/${f}} = 2; second.@{${S}/${m}}(4);
      make(1).@{${V}/${m}}(); make.Invoke(2).ToString();
      @{${V}} Local(int n) { return store[n].@{${V}/${m}}(); } Local(1).@{${V}/${f}}.ToString();
      int? maybe = null; @{${V}}? held2 = null; held2.Value.@{${V}/${m}}(); held2?.@{${V}/${m}}();
      var many = new[] { store }; many[0].@{${S}/${m}}(1); var grid = new @{${S}}[2][]; grid[0][1].@{${S}/${m}}(2); var square = new @{${V}}[2, 2]; square[0, 1].@{${V}/${f}} = 3;
      lock (store) { store.@{${S}/${m}}(5); } var copy = store[1] with { @{${V}/${f}} = 2 };
      Task.Run(() => store.@{${S}/${m}}(6)); Array.ForEach(many, x => x.@{${S}/${m}}(7)); (maybe > 0 ? store : many[0]).@{${S}/${m}}(8);
      var lookup = new Dictionary<@{${S}}, List<@{${V}}>>(); foreach (var (key, list) in lookup) { key.@{${S}/${m}}(1); list[0].@{${V}/${m}}(); } lookup[store][0].@{${V}/${m}}();
      @{${S}} self = this.store, other = self; other.@{${S}/${m}}(9); object boxed = store; ((@{${S}})boxed).@{${S}/${m}}(10); if (!(boxed is @{${S}} again)) return; again.@{${S}/${m}}(11);
    }
  }
}`.replaceAll("Task.Run(", "Task.Factory.StartNew("),
  );
};

/** Members reached via nested generics, inherited generics, static singletons and interface chains. */
const hierarchies: Scenario = (w) => {
  const space = w.space();
  const [single, mid, leaf, i1, i2] = [
    w.type("Single"),
    w.type("Mid"),
    w.type("Leaf"),
    w.type("IBase"),
    w.type("ISub"),
  ];
  const m = w.member();
  const f = w.member(m);
  const [N, M, L, I, J] = [
    `${space}.${single}`,
    `${space}.${mid}`,
    `${space}.${leaf}`,
    `${space}.${i1}`,
    `${space}.${i2}`,
  ];
  for (const one of [I, M, L])
    for (const other of [I, M, L]) if (one !== other) w.relate(`${one}/${m}`, `${other}/${m}`);
  w.file(
    "Core",
    `namespace ${space} {
  public interface @{!${I}} { void @{!${I}/${m}}(); }
  public interface @{!${J}} : @{${I}} { int @{!${J}/${f}} { get; } }
  public abstract class @{!${N}}<T> where T : @{${N}}<T> { public static T Instance { get; set; } public T Self => (T)this; }
  public abstract class @{!${M}} : @{${N}}<@{${M}}>, @{${I}} { public abstract void @{!${M}/${m}}(); protected internal int @{!${M}/${f}}; }
  public sealed class @{!${L}} : @{${M}} { public override void @{!${L}/${m}}() { @{${M}/${f}} = 1; base.@{${M}/${f}} = 2; Instance.@{${M}/${f}} = 3; Self.@{${M}/${m}}(); } }
}`,
  );
  w.file(
    "Game",
    `using ${space};
class H${mid} {
  void U(@{${J}} j, @{${I}} i, @{${L}} leaf) {
    j.@{${I}/${m}}(); i.@{${I}/${m}}(); int n = j.@{${J}/${f}}; @{${M}}.Instance.@{${M}/${m}}(); leaf.@{${L}/${m}}(); leaf.Self.Self.@{${M}/${m}}();
    Take(leaf).@{${L}/${m}}(); Take<@{${M}}>(leaf).@{${M}/${m}}(); System.Action act = leaf.@{${L}/${m}}; Give(i.@{${I}/${m}}); if (i is @{${J}} { @{${J}/${f}}: > 1 } sub) sub.@{${I}/${m}}();
  }
  T Take<T>(T t) where T : @{${M}} { t.@{${M}/${m}}(); return t; }
  void Give(System.Action a) { }
}`,
  );
};

/** A namespace that's only imported by a `global using`. */
const globals: Scenario = (w) => {
  const [a, b] = [w.type(), w.type()];
  const m = w.member();
  const [A, B] = [`Everywhere.${a}`, `Nowhere.${a}`];
  w.file(
    "Core",
    `namespace Everywhere { public class @{!${A}} { public int @{!${A}/${m}}; } }\nnamespace Nowhere { public class @{!${B}} { public int @{!${B}/${m}}; } }`,
  );
  w.file(
    "Game",
    `class G${b} { void U(@{${A}} a, Nowhere.@{${B}} b) { a.@{${A}/${m}} = b.@{${B}/${m}}; new @{${A}}().@{${A}/${m}}.ToString(); } }`,
  );
};

export const SCENARIOS: readonly Scenario[] = [
  plainUses,
  shadowing,
  inheritance,
  interfaces,
  names,
  overloads,
  extensions,
  generics,
  unity,
  places,
  expressions,
  hierarchies,
  globals,
];
