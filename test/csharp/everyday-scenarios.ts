/** Scenarios of everyday C#, each valid on its own and with known meanings of all names. */
import type { Writer } from "./unity-project.ts";

export type Scenario = (writer: Writer) => void;

/** Fields, properties and methods, used unqualified, via this, locals, chains, collections and lambdas. */
export const plainUses: Scenario = (w) => {
  const space = w.space();
  const [a, b] = [w.type(), w.type()];
  const m = w.member();
  const f = w.member(m);
  const p = w.member(m, f);
  const [A, B] = [`${space}.${a}`, `${space}.${b}`];
  w.file(
    "Core",
    `using System.Collections.Generic;
namespace ${space} {
  public class @{!${A}} {
    public int @{!${A}/${f}};
    public @{${B}} @{!${A}/${p}} { get; set; }
    public @{${A}} @{!${A}/${m}}(int n) { @{${A}/${f}} = n; this.@{${A}/${f}}++; return @{${A}/${m}}(n - 1).@{${A}/${m}}(2); }
  }
  public class @{!${B}} {
    public string @{!${B}/${m}} = "${m} ${f}"; // ${m} in a comment
    public void @{!${B}/${f}}() { }
  }
}`,
  );
  w.file(
    "Game",
    `using System;
using System.Linq;
using System.Collections.Generic;
using ${space};
namespace Play {
  public class @{!Play.${a}User} {
    private readonly List<@{${A}}> all = new List<@{${A}}>();
    private Dictionary<string, @{${A}}> map = new();
    private @{${B}}[] many;
    public void Use(@{${A}} given, object any) {
      var local = new @{${A}}();
      local.@{${A}/${m}}(1).@{${A}/${p}}.@{${B}/${m}}.ToString();
      given?.@{${A}/${p}}?.@{${B}/${f}}();
      foreach (var each in all) each.@{${A}/${m}}(each.@{${A}/${f}});
      foreach (var pair in map) pair.Value.@{${A}/${m}}(1);
      foreach (@{${B}} one in many) one.@{${B}/${f}}();
      all[0].@{${A}/${m}}(0); map["x"].@{${A}/${f}} = 3; many[1].@{${B}/${m}} = "";
      all.Where(x => x.@{${A}/${f}} > 1).Select(x => x.@{${A}/${p}}).First().@{${B}/${f}}();
      all.ForEach(x => { x.@{${A}/${m}}(1); });
      if (any is @{${A}} typed && typed.@{${A}/${f}} > 0) typed.@{${A}/${m}}(1);
      if (any is @{${A}} { @{${A}/${f}}: 3, @{${A}/${p}}: var inner }) inner.@{${B}/${f}}();
      (any as @{${B}}).@{${B}/${f}}(); ((@{${A}})any).@{${A}/${m}}(1);
      var made = new @{${A}} { @{${A}/${f}} = 1, @{${A}/${p}} = new @{${B}}() };
      Console.WriteLine($"{made.@{${A}/${m}}(3)} ${m} {nameof(@{${A}}.@{${A}/${m}})} {made.@{${A}/${f}}:D2}");
      Func<@{${A}}, int> pick = x => x.@{${A}/${f}}; Action<@{${B}}> act = (x) => x.@{${B}/${f}}();
      var choice = any == null ? local : made; choice.@{${A}/${m}}(1); (given ?? local).@{${A}/${f}} = 2;
      typeof(@{${A}}).ToString(); all.Add(default(@{${A}}));
      switch (any) { case @{${A}} ca when ca.@{${A}/${f}} > 1: ca.@{${A}/${m}}(1); break; case @{${B}} cb: cb.@{${B}/${f}}(); break; }
      var mapped = any switch { @{${A}} sa => sa.@{${A}/${p}}, @{${B}} sb => sb, _ => null }; mapped.@{${B}/${f}}();
      var q = from item in all where item.@{${A}/${f}} > 1 select item.@{${A}/${p}};
      foreach (var found in q) found.@{${B}/${f}}();
    }
  }
}`,
  );
};

/** Locals, parameters and labels that shadow a member. */
export const shadowing: Scenario = (w) => {
  const space = w.space();
  const a = w.type();
  const m = w.member();
  const f = w.member(m);
  const A = `${space}.${a}`;
  w.file(
    "Core",
    `using System;
namespace ${space} {
  class @{!${A}} {
    int @{!${A}/${f}};
    void @{!${A}/${m}}(int @{local:${f}}) { @{local:${f}} = this.@{${A}/${f}}; @{${A}/${m}}(@{local:${f}}); }
    void One() { int @{local:${f}} = 1; { @{local:${f}}++; } @{${A}/${m}}(@{local:${f}}); }
    void Two() { { var @{local:${f}} = 2; } @{${A}/${f}} = 3; }
    void Three() { for (int @{local:${f}} = 0; @{local:${f}} < 2; @{local:${f}}++) { } @{${A}/${f}}--; }
    void Four(string[] list) { foreach (var @{local:${f}} in list) Console.Write(@{local:${f}}); Console.Write(@{${A}/${f}}); }
    void Five() { Func<int, int> g = @{local:${f}} => @{local:${f}} + 1; g(@{${A}/${f}}); Action<int, int> h = (@{local:${f}}, y) => { y = @{local:${f}}; }; }
    void Six(object o) { if (o is int @{local:${f}}) { Console.Write(@{local:${f}}); } }
    void Seven() { void @{local:${m}}() { } @{local:${m}}(); }
    void Eight(string s) { int.TryParse(s, out var @{local:${f}}); Console.Write(@{local:${f}}); }
    void Nine() { One(); var t = new { @{local:${f}} = 1, x = @{${A}/${f}} }; (int @{local:${f}}, int y) u = (1, 2); }
    int Ten { get => @{${A}/${f}}; set => @{${A}/${f}} = value; }
    int Eleven() { using (var @{local:${f}} = Open()) { @{local:${f}}.Dispose(); } return @{${A}/${f}}; }
    IDisposable Open() => null;
    void Twelve() { try { } catch (Exception @{local:${f}}) { throw @{local:${f}}; } finally { @{${A}/${f}} = 0; } }
    int Thirteen(int @{local:${m}}) => @{local:${m}} + @{${A}/${f}};
  }
}`,
  );
};

/** virtual, override, new, base; used via base and derived class. */
export const inheritance: Scenario = (w) => {
  const space = w.space();
  const [base, derived, hiding] = [w.type("Base"), w.type("Derived"), w.type("Hiding")];
  const m = w.member();
  const f = w.member(m);
  const [B, D, H] = [`${space}.${base}`, `${space}.${derived}`, `${space}.${hiding}`];
  w.relate(`${B}/${m}`, `${D}/${m}`);
  w.relate(`${D}/${m}`, `${B}/${m}`);
  w.file(
    "Core",
    `namespace ${space} {
  public abstract class @{!${B}} {
    protected int @{!${B}/${f}};
    public virtual void @{!${B}/${m}}() { @{${B}/${f}} = 1; }
  }
  public class @{!${D}} : @{${B}} {
    public override void @{!${D}/${m}}() { base.@{${B}/${m}}(); @{${B}/${f}}++; this.@{${D}/${m}}(); }
  }
  public class @{!${H}} : @{${B}} {
    public new void @{!${H}/${m}}() { base.@{${B}/${m}}(); @{${H}/${m}}(); @{${B}/${f}} = 2; }
  }
}`,
  );
  w.file(
    "Game",
    `using ${space};
public class ${base}Test {
  void Use(@{${B}} b, @{${D}} d, @{${H}} h) {
    b.@{${B}/${m}}(); d.@{${D}/${m}}(); h.@{${H}/${m}}(); ((@{${B}})h).@{${B}/${m}}();
    @{${B}} x = new @{${D}}(); x.@{${B}/${m}}();
    var y = new @{${H}}(); y.@{${H}/${m}}();
  }
}`,
  );
};

/** Implicit and explicit implementations. */
export const interfaces: Scenario = (w) => {
  const space = w.space();
  const [i, a, b] = [w.type("IThing"), w.type(), w.type()];
  const m = w.member();
  const p = w.member(m);
  const [I, A, B] = [`${space}.${i}`, `${space}.${a}`, `${space}.${b}`];
  for (const one of [A, B]) {
    w.relate(`${I}/${m}`, `${one}/${m}`);
    w.relate(`${one}/${m}`, `${I}/${m}`);
  }
  w.relate(`${I}/${p}`, `${A}/${p}`);
  w.relate(`${A}/${p}`, `${I}/${p}`);
  w.relate(`${I}/${p}`, `${B}/${p}`);
  w.relate(`${B}/${p}`, `${I}/${p}`);
  w.file(
    "Core",
    `namespace ${space} {
  public interface @{!${I}} { void @{!${I}/${m}}(int n); int @{!${I}/${p}} { get; } }
  public class @{!${A}} : @{${I}} { public void @{!${A}/${m}}(int n) { } public int @{!${A}/${p}} => 1; }
  public struct @{!${B}} : @{${I}} { void @{${I}}.@{!${B}/${m}}(int n) { } int @{${I}}.@{!${B}/${p}} { get { return 2; } } }
  public class Unrelated${a} { public void @{!${space}.Unrelated${a}/${m}}(int n) { } public int @{!${space}.Unrelated${a}/${p}}; }
}`,
  );
  w.file(
    "Game",
    `using System.Collections.Generic;
using ${space};
class ${i}Use {
  IList<@{${I}}> things;
  void Use(@{${I}} i, @{${A}} a, Unrelated${a} u) {
    i.@{${I}/${m}}(1); a.@{${A}/${m}}(i.@{${I}/${p}}); u.@{${space}.Unrelated${a}/${m}}(u.@{${space}.Unrelated${a}/${p}});
    foreach (var t in things) t.@{${I}/${m}}(t.@{${I}/${p}});
    ((@{${I}})a).@{${I}/${m}}(2);
  }
  void Generic<T>(T t) where T : class, @{${I}} { t.@{${I}/${m}}(t.@{${I}/${p}}); }
}`,
  );
};

/** The same name in two namespaces and assemblies; aliases, static imports, full names. */
export const names: Scenario = (w) => {
  const t = w.type("Twin");
  const m = w.member();
  const f = w.member(m);
  const [A, B] = [`North.${t}`, `South.${t}`];
  w.file(
    "Core",
    `namespace North { public static class @{!${A}} { public static void @{!${A}/${m}}() { } public const int @{!${A}/${f}} = 1; } }`,
  );
  w.file(
    "Core",
    `namespace South { public class @{!${B}} { public static void @{!${B}/${m}}() { } public static int @{!${B}/${f}}; } }`,
  );
  w.file(
    "Game",
    `using North;\nclass N${t} { void U() { @{${A}}.@{${A}/${m}}(); int x = @{${A}}.@{${A}/${f}}; global::South.@{${B}}.@{${B}/${m}}(); South.@{${B}}.@{${B}/${f}} = 2; } }`,
  );
  w.file(
    "Game",
    `using South;\nclass S${t} { @{${B}} f = new @{${B}}(); void U() { @{${B}}.@{${B}/${m}}(); North.@{${A}}.@{${A}/${m}}(); } }`,
  );
  w.file(
    "Game",
    `using Al = North.@{${A}};\nusing static South.@{${B}};\nclass L${t} { void U() { Al.@{${A}/${m}}(); @{${B}/${m}}(); int y = @{${B}/${f}} + Al.@{${A}/${f}}; } }`,
  );
  w.file("Game", `namespace North.Inner { class I${t} { void U() { @{${A}}.@{${A}/${m}}(); } } }`);
  const C = `North.${t}@apart`;
  w.file(
    "Apart",
    `namespace North { class @{!${C.replace("@apart", "")}Apart} { public static void @{!North.${t}Apart/${m}}() { } void U() { @{North.${t}Apart}.@{North.${t}Apart/${m}}(); @{foreign:${t}}.@{foreign:${m}}(); } } }`,
  );
};

/** Overloads, optional and params parameters, partial classes. */
export const overloads: Scenario = (w) => {
  const space = w.space();
  const [a, b] = [w.type(), w.type()];
  const m = w.member();
  const f = w.member(m);
  const [A, B] = [`${space}.${a}`, `${space}.${b}`];
  w.file(
    "Core",
    `namespace ${space} {
  public partial class @{!${A}} : @{${B}} {
    public int @{!${A}/${m}}(int n) => n;
    public string @{!${A}/${m}}(string s, int k = 1) => s;
    public void @{!${A}/${m}}(params object[] all) { }
    private static int @{!${A}/${f}} = 0;
  }
  public class @{!${B}} { public void @{!${B}/${m}}(int a, int b, bool c, bool d) { } public static int Other; }
}`,
  );
  w.file(
    "Core",
    `namespace ${space} {
  public partial class @{${A}} {
    void Second() { @{${A}/${m}}(1); @{${A}/${m}}("x"); @{${A}/${m}}("x", k: 2).ToString(); @{${A}/${f}} = @{${A}/${m}}(@{${A}/${f}}); System.Action<object[]> group = @{${A}/${m}}; }
  }
  class Caller${a} { void U(@{${A}} a, @{${B}} b) { a.@{${A}/${m}}(3); b.@{${B}/${m}}(1, 2, true, false); a.@{${A}/${m}}("s").Trim(); } }
}`,
  );
};

/** Extension methods with the same name for several types. */
export const extensions: Scenario = (w) => {
  const [a, b] = [w.type(), w.type()];
  const m = w.member();
  const [A, B, X, Y] = [`Game.${a}`, `Game.${b}`, `Game.Ext.${a}Extensions`, `Game.More.${b}Extensions`];
  w.file(
    "Core",
    `namespace Game { public class @{!${A}} { } public class @{!${B}} { public void @{!${B}/${m}}(int n) { } } }
namespace Game.Ext { public static class @{!${X}} { public static int @{!${X}/${m}}(this @{${A}} a, int n) => n; public static void Twice(this @{${A}} a) { a.@{${X}/${m}}(1); @{${X}/${m}}(a, 2); } } }
namespace Game.More { public static class @{!${Y}} { public static T @{!${Y}/${m}}<T>(this T t, string s) where T : @{${B}} => t; } }`,
  );
  w.file(
    "Game",
    `using Game; using Game.Ext; using Game.More;
class ${a}Ext { void U(@{${A}} a, @{${B}} b) { a.@{${X}/${m}}(3); b.@{${B}/${m}}(4); b.@{${Y}/${m}}("s").@{${B}/${m}}(5); @{${X}}.@{${X}/${m}}(a, 6); a?.@{${X}/${m}}(7); } }`,
  );
};

/** Nested types, generic arity, members of type parameters. */
export const generics: Scenario = (w) => {
  const space = w.space();
  const [box, item, outer] = [w.type("Box"), w.type("Item"), w.type("Outer")];
  const m = w.member();
  const f = w.member(m);
  const [P, I, O] = [`${space}.${box}`, `${space}.${item}`, `${space}.${outer}`];
  w.file(
    "Core",
    `using System.Collections.Generic;
namespace ${space} {
  public class @{!${I}} { public void @{!${I}/${m}}() { } public int @{!${I}/${f}}; }
  public class @{!${P}}<T> where T : @{${I}} {
    public T @{!${P}/${f}};
    public List<T> Items = new List<T>();
    public T @{!${P}/${m}}(int n) { @{${P}/${f}}.@{${I}/${m}}(); foreach (var x in Items) x.@{${I}/${f}} = 1; return @{${P}/${f}}; }
    public T this[int index] => Items[index];
  }
  public class @{!${O}} {
    public class @{!${O}/Node} { public int @{!${O}/Node/${f}}; public @{${O}/Node} Next; }
    public enum @{!${O}/Mode} { @{!${O}/Mode/${m}}, @{!${O}/Mode/Off} }
    public @{${O}/Mode} @{!${O}/Current} = @{${O}/Mode}.@{${O}/Mode/${m}};
    public @{${O}/Node} root = new @{${O}/Node}();
    void U() { root.Next.Next.@{${O}/Node/${f}} = 1; if (@{${O}/Current} == @{${O}/Mode}.@{${O}/Mode/Off}) @{${O}/Current} = @{${O}/Mode}.@{${O}/Mode/${m}}; }
  }
}`,
  );
  w.file(
    "Game",
    `using ${space};
class ${box}Use {
  @{${P}}<@{${I}}> box = new @{${P}}<@{${I}}>();
  void U(@{${O}} o, @{${O}}.@{${O}/Node} n) {
    box.@{${P}/${f}}.@{${I}/${m}}(); box.@{${P}/${m}}(1).@{${I}/${f}} = 2; box[0].@{${I}/${m}}(); box.Items[1].@{${I}/${m}}();
    n.@{${O}/Node/${f}} = 3; o.root.Next.@{${O}/Node/${f}}++; var mode = @{${O}}.@{${O}/Mode}.@{${O}/Mode/Off}; o.@{${O}/Current} = mode;
    var items = box.Items; items.Find(x => x.@{${I}/${f}} == 1).@{${I}/${m}}();
  }
}`,
  );
};

/** Events, delegates, attributes, `#if`, records, tuples, verbatim names, engine base classes. */
export const unity: Scenario = (w) => {
  const space = w.space();
  const [a, d, at, r] = [w.type("Behaviour"), w.type("Handler"), w.type("Mark"), w.type("Rec")];
  const m = w.member();
  const f = w.member(m);
  const [A, D, T, R] = [`${space}.${a}`, `${space}.${d}`, `${space}.${at}Attribute`, `${space}.${r}`];
  w.file(
    "Core",
    `using System;
using UnityEngine;
namespace ${space} {
  public delegate void @{!${D}}(@{${A}} sender, int n);
  public class @{!${T}} : Attribute { public int @{!${T}/${f}}; }
  public record @{!${R}}(int @{!${R}/X}, string Name);
  [@{${T}}(@{${T}/${f}} = 3)]
  public class @{!${A}} : MonoBehaviour {
    public event @{${D}} @{!${A}/${f}};
    [SerializeField] private int @@{!${A}/${m}};
    public static @{${A}} Instance { get; private set; }
#if UNITY_EDITOR
    void @{!${A}/OnlyEditor}() { @{${A}/${m}} = 1; @{${A}/${f}} += On; }
#else
    void @{!${A}/OnlyPlayer}() { this.@{${A}/${m}} = 2; }
#endif
    void On(@{${A}} s, int n) { s.@{${A}/${m}} = n; @{${A}/${f}}?.Invoke(this, @@{${A}/${m}}); Instance.@{${A}/${m}}++; }
    void Update() { GetComponent<@{${A}}>().@{${A}/${m}} = 4; transform.@{foreign:${m}}(1); var rec = new @{${R}}(1, "n"); Debug.Log(rec.@{${R}/X}); var (p, q) = (1, this); q.@{${A}/${f}} -= On; }
    void Lambda() { @{${A}/${f}} += (s, n) => s.@{${A}/${m}} = n; @{${D}} h = On; h(this, @{${A}/${m}}); }
  }
}`,
  );
};
