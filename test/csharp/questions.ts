/** Twenty questions about a small Unity project with tool calls and expected text. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { createTestHost } from "../../core/host/testing.ts";

export interface Question {
  asks: string;
  calls: [tool: string, input: Record<string, string | number | boolean>][];
  /** Expected and unexpected text. */
  says: (string | RegExp)[];
  never?: (string | RegExp)[];
}

export const MAX_CALLS = 2;
export const MAX_TOKENS = 1500;

const GUIDS = {
  player: "a0000000000000000000000000000001",
  enemy: "a0000000000000000000000000000002",
  boss: "a0000000000000000000000000000003",
  weapon: "a0000000000000000000000000000004",
  menu: "a0000000000000000000000000000005",
  unused: "a0000000000000000000000000000006",
  prefab: "b0000000000000000000000000000001",
  lost: "c0000000000000000000000000000001",
};
const meta = (guid: string) => `fileFormatVersion: 2\nguid: ${guid}\n`;
const HEAD = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

const FILES: Record<string, string> = {
  "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
  "Packages/manifest.json": '{"dependencies":{}}',
  "Assets/Core/Core.asmdef": '{"name":"Game.Core","references":["Game.Combat"]}',
  "Assets/Combat/Combat.asmdef": '{"name":"Game.Combat","references":["Game.Core"]}',
  "Assets/Ui/Ui.asmdef": '{"name":"Game.Ui","references":["Game.Core","Game.Combat"]}',
  "Assets/Core/IDamageable.cs": `namespace Game {
  public interface IDamageable { void TakeDamage(int amount); }
}`,
  "Assets/Core/Character.cs": `using System; using UnityEngine;
namespace Game {
  public abstract class Character : MonoBehaviour, IDamageable {
    [SerializeField] int health = 10;
    public float Speed = 3f;
    public event Action<Character> Died;
    public virtual void TakeDamage(int amount) { health -= amount; if (health <= 0) Die(); }
    protected virtual void Die() { Died?.Invoke(this); }
    private void NeverCalled() { }
  }
}`,
  "Assets/Core/Player.cs": `using UnityEngine;
namespace Game {
  public class Player : Character {
    public Weapon weapon;
    [SerializeField] System.Collections.Generic.Dictionary<int, int> notSaved;
    void Update() { Move(); if (Input.GetKeyDown(KeyCode.F)) weapon.Fire(this); }
    void Move() { transform.position += Vector3.forward * Speed * Time.deltaTime; }
    void OnTriggerEnter(Collider other) { other.GetComponent<IDamageable>()?.TakeDamage(1); }
    public void Step() { }
    public void Blink() { }
    protected override void Die() { base.Die(); }
  }
}`,
  "Assets/Core/Player.cs.meta": meta(GUIDS.player),
  "Assets/Combat/Enemy.cs": `using UnityEngine;
namespace Game {
  public class Enemy : Character {
    public override void TakeDamage(int amount) { base.TakeDamage(amount * 2); }
    void Start() { Died += OnDied; StartCoroutine("Blink"); }
    void OnDied(Character who) { Destroy(gameObject); }
  }
}`,
  "Assets/Combat/Enemy.cs.meta": meta(GUIDS.enemy),
  "Assets/Combat/Boss.cs": `namespace Game { public class Boss : Enemy { protected override void Die() { base.Die(); } } }`,
  "Assets/Combat/Boss.cs.meta": meta(GUIDS.boss),
  "Assets/Combat/Weapon.cs": `using UnityEngine;
namespace Game {
  [CreateAssetMenu] public class Weapon : ScriptableObject {
    public int damage = 2;
    public void Fire(Character by) { foreach (var target in FindObjectsByType<Enemy>(FindObjectsSortMode.None)) target.TakeDamage(damage); }
  }
}`,
  "Assets/Combat/Weapon.cs.meta": meta(GUIDS.weapon),
  "Assets/Combat/Crate.cs": `namespace Game { public class Crate : IDamageable { public void TakeDamage(int amount) { } } }`,
  "Assets/Ui/Menu.cs": `using UnityEngine;
namespace Game.Ui { public class Menu : MonoBehaviour { public void Play() { } public void Quit() { } } }`,
  "Assets/Ui/Menu.cs.meta": meta(GUIDS.menu),
  "Assets/Loose/Unused.cs":
    "using UnityEngine;\npublic class Unused : MonoBehaviour { }\npublic class Orphan { public int Lonely; }",
  "Assets/Loose/Unused.cs.meta": meta(GUIDS.unused),
  "Assets/Prefabs/Player.prefab": `${HEAD}--- !u!1 &1
GameObject:
  m_Component:
  - component: {fileID: 2}
  m_Name: Hero
--- !u!114 &2
MonoBehaviour:
  m_GameObject: {fileID: 1}
  m_Script: {fileID: 11500000, guid: ${GUIDS.player}, type: 3}
  health: 20
  Speed: 4.5
`,
  "Assets/Prefabs/Player.prefab.meta": meta(GUIDS.prefab),
  "Assets/Prefabs/FastPlayer.prefab": `${HEAD}--- !u!1001 &9
PrefabInstance:
  m_Modification:
    m_Modifications:
    - target: {fileID: 2, guid: ${GUIDS.prefab}, type: 3}
      propertyPath: Speed
      value: 9
      objectReference: {fileID: 0}
  m_SourcePrefab: {fileID: 100100000, guid: ${GUIDS.prefab}, type: 3}
`,
  "Assets/Scenes/Main.unity": `${HEAD}--- !u!1 &10
GameObject:
  m_Name: Menu
--- !u!114 &11
MonoBehaviour:
  m_GameObject: {fileID: 10}
  m_Script: {fileID: 11500000, guid: ${GUIDS.menu}, type: 3}
--- !u!1 &20
GameObject:
  m_Name: PlayButton
--- !u!114 &21
MonoBehaviour:
  m_GameObject: {fileID: 20}
  m_Script: {fileID: 11500000, guid: ${GUIDS.enemy}, type: 3}
  m_OnClick:
    m_PersistentCalls:
      m_Calls:
      - m_Target: {fileID: 11}
        m_TargetAssemblyTypeName: Game.Ui.Menu, Game.Ui
        m_MethodName: Play
--- !u!1 &30
GameObject:
  m_Name: Broken
--- !u!114 &31
MonoBehaviour:
  m_GameObject: {fileID: 30}
  m_Script: {fileID: 11500000, guid: ${GUIDS.lost}, type: 3}
`,
  "Assets/Data/Sword.asset": `${HEAD}--- !u!114 &11400000
MonoBehaviour:
  m_GameObject: {fileID: 0}
  m_Script: {fileID: 11500000, guid: ${GUIDS.weapon}, type: 3}
  m_Name: Sword
  damage: 7
`,
  "Assets/Anim/Walk.anim": `${HEAD}--- !u!74 &7400000
AnimationClip:
  m_Name: Walk
  m_Events:
  - time: 0.2
    functionName: Step
`,
};

export const QUESTIONS: Question[] = [
  {
    asks: "Who implements IDamageable, also through base classes?",
    calls: [["script_hierarchy_find", { name: "IDamageable", direction: "down" }]],
    says: ["Crate", "Character", "Player", "Boss"],
    never: ["Weapon"],
  },
  {
    asks: "What derives from Character, in every assembly?",
    calls: [["script_hierarchy_find", { name: "Character", direction: "down" }]],
    says: ["Player", "Enemy", /Boss \(2 steps, by Enemy\)/],
    never: ["Crate"],
  },
  {
    asks: "What is a Boss, up to the engine's classes?",
    calls: [["script_hierarchy_find", { name: "Boss", direction: "up" }]],
    says: ["Enemy", "Character", "IDamageable", "UnityEngine.MonoBehaviour"],
  },
  {
    asks: "Which overrides of Character.Die are there?",
    calls: [["script_hierarchy_find", { name: "Character/Die", direction: "down" }]],
    says: ["Player/Die", "Boss/Die"],
    never: ["TakeDamage"],
  },
  {
    asks: "Who calls TakeDamage, also through the interface?",
    calls: [["script_calls_find", { name: "Enemy/TakeDamage" }]],
    says: ["Weapon/Fire", /Player\/OnTriggerEnter.*via/],
  },
  {
    asks: "How does Unity reach Weapon.Fire?",
    calls: [["script_calls_find", { name: "Weapon/Fire", depth: 3 }]],
    says: [/Player\/Update \(message\)/],
  },
  {
    asks: "What does Player.Update call?",
    calls: [["script_calls_find", { name: "Player/Update", direction: "callees" }]],
    says: ["Player/Move", "Weapon/Fire"],
    never: ["TakeDamage"],
  },
  {
    asks: "Which prefabs and scenes carry the Player component?",
    calls: [["script_asset_usages", { path: "Assets/Core/Player.cs" }]],
    says: ["Assets/Prefabs/Player.prefab", "Hero"],
    never: ["Main.unity"],
  },
  {
    asks: "Which prefabs are variants of Player.prefab?",
    calls: [["script_asset_usages", { path: "Assets/Prefabs/Player.prefab" }]],
    says: ["Assets/Prefabs/FastPlayer.prefab"],
  },
  {
    asks: "What does Unity save of a Player, and which messages does it receive?",
    calls: [["script_symbols_get", { path: "Assets/Core/Player.cs" }]],
    says: [/weapon \(serialized\)/, /void Update\(\) \(message\)/, /OnTriggerEnter\(Collider other\) \(message\)/],
    never: [/notSaved \(serialized\)/, /Move\(\) \(message\)/],
  },
  {
    asks: "Which Speed is saved where?",
    calls: [["script_asset_usages", { path: "Assets/Core/Player.cs", member: "Speed" }]],
    says: ["4.5", "Speed = 9", "Hero"],
  },
  {
    asks: "What breaks if Character.Speed is renamed?",
    calls: [["script_impact_find", { name: "Character/Speed" }]],
    says: ["Assets/Core/Player.cs", "FormerlySerializedAs"],
  },
  {
    asks: "What breaks if Player is renamed?",
    calls: [["script_impact_find", { name: "Player", kind: "class" }]],
    says: ["Assets/Prefabs/Player.prefab", "rename it together with its .meta"],
  },
  {
    asks: "Does a string name Blink, which the compiler does not see?",
    calls: [["script_impact_find", { name: "Player/Blink" }]],
    says: [/text text.*\(possible\).*Assets\/Combat\/Enemy\.cs/],
  },
  {
    asks: "Where is the event Died raised, and who listens?",
    calls: [["script_refs_find", { name: "Character/Died", snippetContext: 0 }]],
    says: ["Died?.Invoke(this)", "Died += OnDied"],
  },
  {
    asks: "Which button calls Menu.Play?",
    calls: [["script_asset_usages", { path: "Assets/Ui/Menu.cs", member: "Play" }]],
    says: ["PlayButton", "event", "Assets/Scenes/Main.unity"],
  },
  {
    asks: "Which animation calls Step?",
    calls: [["script_asset_usages", { path: "Assets/Core/Player.cs", member: "Step" }]],
    says: ["animation", "Assets/Anim/Walk.anim"],
  },
  {
    asks: "Which objects lost their script?",
    calls: [["script_project_check", { check: "missing" }]],
    says: [/missing script Broken.*Assets\/Scenes\/Main\.unity/],
    never: ["PlayButton"],
  },
  {
    asks: "What is dead?",
    calls: [["script_project_check", { check: "dead" }]],
    says: ["Character/NeverCalled", "class Orphan", /class Unused: possible/],
    never: ["Menu/Play", "Player/Step", "Player/Update", "Boss/Die"],
  },
  {
    asks: "Do assemblies refer to each other in a cycle, and which scripts are in none?",
    calls: [["script_project_check", { check: "assemblies" }]],
    says: [/cycle Game\.Combat → Game\.Core → Game\.Combat/, "1 script is in no assembly definition"],
  },
  {
    asks: "Which classes are components?",
    calls: [["script_hierarchy_find", { name: "MonoBehaviour", direction: "down" }]],
    says: ["Menu", "Boss", "Unused"],
    never: ["Weapon", "Crate"],
  },
];

export function writeProject(root: string): void {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

export interface Asked {
  calls: number;
  tokens: number;
  /** What's missing or wrong. */
  faults: string[];
}

type Host = Awaited<ReturnType<typeof createTestHost>>;

export async function ask(host: Host, { calls, says, never = [] }: Question): Promise<Asked> {
  let text = "";
  for (const [tool, input] of calls) {
    const outcome = await host.invoke(tool, input);
    text += `${(await host.present(tool, outcome, input, { as: "text" })).text}\n`;
  }
  const holds = (what: string | RegExp) => (typeof what === "string" ? text.includes(what) : what.test(text));
  return {
    calls: calls.length,
    tokens: countTokens(text),
    faults: [
      ...says.filter((what) => !holds(what)).map((what) => `lacks ${what}: ${text}`),
      ...never.filter(holds).map((what) => `says ${what}: ${text}`),
    ],
  };
}
