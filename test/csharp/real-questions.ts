/** Questions about public Unity projects as a model would first ask them, with just a name, and expected answers. */

export type Call = [tool: string, input: Record<string, string | number | boolean>];

/** A call in one project, and expected text. */
export interface Asked {
  call: Call;
  says: (string | RegExp)[];
}

export interface Project {
  /** `owner+name` in `JIG_CORPUS`. */
  folder: string;
  title: string;
}

export const PROJECTS: Project[] = [
  { folder: "Unity-Technologies+com.unity.multiplayer.samples.coop", title: "Boss Room" },
  { folder: "MirrorNetworking+Mirror", title: "Mirror" },
  { folder: "kyon125+Unity-Chan-Advantrue", title: "Unity-Chan" },
  { folder: "Unity-Technologies+BoatAttack", title: "Boat Attack" },
];

const down = (name: string): Call => ["script_hierarchy_find", { name }];
const callers = (name: string, depth?: number): Call => [
  "script_calls_find",
  depth === undefined ? { name } : { name, depth },
];
const callees = (name: string): Call => ["script_calls_find", { name, direction: "callees" }];
const carriers = (path: string, member?: string): Call => [
  "script_asset_usages",
  member === undefined ? { path } : { path, member },
];
const outline = (path: string): Call => ["script_symbols_get", { path }];
const impact = (name: string): Call => ["script_impact_find", { name }];
const uses = (name: string): Call => ["script_refs_find", { name }];
const check = (what: string): Call => ["script_project_check", { check: what }];
const find = (name: string): Call => ["script_symbol_find", { name }];

const ask = (call: Call, ...says: (string | RegExp)[]): Asked => ({ call, says });

/** One entry per project, in order. Undefined if a project has nothing suitable. */
export const REAL_QUESTIONS: { asks: string; of: (Asked | undefined)[] }[] = [
  {
    asks: "Who implements this interface?",
    of: [
      ask(down("IDamageable"), "Breakable", "DamageReceiver", "2 relations"),
      ask(down("NetworkMessage"), "implemented by struct", /\d+ of \d+ relations shown/),
      ask(down("IUniTaskSource"), "implemented by class", /\d+ relations/),
      ask(down("IBoatControlsActions"), "0 relations"),
    ],
  },
  {
    asks: "What derives from this class?",
    of: [
      ask(down("Action"), "derived class", "ChargedLaunchProjectileAction (2 steps", "19 relations"),
      ask(down("NetworkBehaviour"), "Mirror.NetworkTransformBase", /23 of \d+ relations shown/),
      ask(down("FSMNode"), "FSMState", /\d+ relations/),
      ask(down("BaseController"), "AiController", "HumanController"),
    ],
  },
  {
    asks: "What derives from a class of a package that is not on this disk?",
    of: [ask(down("NetworkBehaviour"), "ServerCharacter", "is declared nowhere here"), undefined, undefined, undefined],
  },
  {
    asks: "Which classes are components?",
    of: [
      ask(down("MonoBehaviour"), "CharacterSwap", /23 of \d+ relations shown/),
      ask(down("MonoBehaviour"), "Mirror.NetworkIdentity", /23 of \d+ relations shown/),
      ask(down("MonoBehaviour"), "ICharacterManager", /relations/),
      ask(down("MonoBehaviour"), "BoatAttack.Boat", "52 relations"),
    ],
  },
  {
    asks: "Which overrides of this method are there?",
    of: [
      ask(down("Action/End"), "overridden by method", /relations/),
      ask(down("OnStartServer"), "overridden by method", "others of that name", /23 of \d+ relations shown/),
      ask(down("Node/OnExecute"), "overridden by method", /relations/),
      ask(down("WaypointGroup/Setup"), "0 relations"),
    ],
  },
  {
    asks: "Who calls this method?",
    of: [
      ask(callers("ReceiveHP"), "ServerCharacter/OnNetworkSpawn", "3 declarations"),
      ask(callers("Spawn"), "NetworkServer/SpawnObjects", /20 of \d+ declarations shown/),
      ask(callers("ConnerHitFix"), "PlayerManager/ManagerUpdate", "2 declarations"),
      ask(callers("Accelerate"), "AiController/FixedUpdate (message)", "2 declarations"),
    ],
  },
  {
    asks: "How does Unity reach it?",
    of: [
      ask(callers("ServerCharacter/PlayAction", 3), /declaration/),
      ask(callers("NetworkServer/Broadcast", 3), "NetworkLoop/RuntimeInitializeOnLoad (engineCalled)"),
      ask(callers("PlayerManager/ConnerHitFix", 3), "PlayerManager/Update (message)"),
      ask(callers("Turn", 3), "HumanController/FixedUpdate (message)"),
    ],
  },
  {
    asks: "What does it call?",
    of: [
      ask(callees("ServerCharacter/Awake"), "ServerActionPlayer"),
      ask(callees("NetworkServer/SpawnObjects"), "NetworkServer/Spawn"),
      ask(callees("PlayerManager/Update"), "PlayerManager/ManagerUpdate"),
      ask(callees("AiController/FixedUpdate"), "Engine/Turn", "Engine/Accelerate"),
    ],
  },
  {
    asks: "Which prefabs and scenes carry this component?",
    of: [
      ask(
        carriers("Assets/Scripts/Gameplay/GameplayObjects/Character/ServerCharacter.cs"),
        "Character.prefab",
        "PlayerAvatar.prefab",
        "2 assets",
      ),
      ask(carriers("Assets/Mirror/Core/NetworkIdentity.cs"), "Cube.prefab", /\d+ assets/),
      ask(carriers("Assets/Scripts/Manager/PlayerManager.cs"), "Assets/Scenes/Main.unity", "1 asset"),
      ask(carriers("Assets/Scripts/Boat/Boat.cs"), "_BoatBase.prefab", "1 asset"),
    ],
  },
  {
    asks: "Which are variants and instances of this prefab?",
    of: [
      ask(carriers("Assets/Prefabs/Character/Character.prefab"), "variant  Enemy", "variant  PlayerAvatar", "2 assets"),
      ask(carriers("Assets/Mirror/Examples/AdditiveLevels/Prefabs/Portal.prefab"), "instance", /asset/),
      ask(carriers("Assets/ExampleAssets/Prefabs/Props.prefab"), /asset/),
      ask(carriers("Assets/Objects/boats/_BoatBase.prefab"), "variant  _Renegade", "instance  _Boat", "3 assets"),
    ],
  },
  {
    asks: "What does Unity save of it, and which messages does it receive?",
    of: [
      ask(
        outline("Assets/Scripts/Gameplay/GameplayObjects/Character/ServerCharacter.cs"),
        /m_BrainEnabled \(serialized\)/,
        /void Update\(\) \(message\)/,
      ),
      ask(
        outline("Assets/Mirror/Core/NetworkManager.cs"),
        /bool dontDestroyOnLoad \(serialized\)/,
        /void OnValidate\(\) \(message\)/,
        /\d+ of 119 declarations shown/,
      ),
      ask(
        outline("Assets/Scripts/Manager/PlayerManager.cs"),
        /Camera mainCamera \(serialized\)/,
        /Awake\(\) \(message\)/,
      ),
      ask(outline("Assets/Scripts/Boat/Boat.cs"), /OnTriggerEnter\(Collider other\) \(message\)/, "[NonSerialized]"),
    ],
  },
  {
    asks: "Which values of this field are saved where?",
    of: [
      ask(
        carriers("Assets/Scripts/Gameplay/GameplayObjects/Character/ServerCharacter.cs", "m_BrainEnabled"),
        "Character.prefab",
      ),
      ask(carriers("Assets/Mirror/Core/NetworkManager.cs", "sendRate"), "value", /asset/),
      ask(carriers("Assets/Scripts/Manager/PlayerManager.cs", "mainCamera"), "Main.unity"),
      ask(carriers("Assets/Scripts/Boat/Engine.cs", "horsePower"), "30", "horsePower = 28", "2 assets"),
    ],
  },
  {
    asks: "What breaks if this field is renamed?",
    of: [
      ask(impact("CharacterClass/BaseHP"), "FormerlySerializedAs", /places: \d+ code/),
      ask(impact("NetworkManager/playerPrefab"), "FormerlySerializedAs", /places: \d+ code.*asset/),
      ask(impact("PlayerManager/mainCamera"), "FormerlySerializedAs"),
      ask(impact("Engine/horsePower"), "FormerlySerializedAs", "places: 1 code, 2 asset, 1 assembly"),
    ],
  },
  {
    asks: "What breaks if this class is renamed?",
    of: [
      ask(impact("ServerCharacter"), "rename it together with its .meta", /places: \d+ code/, "asset component"),
      ask(impact("NetworkIdentity"), "rename it together with its .meta", "asset component"),
      ask(impact("PlayerManager"), "rename it together with its .meta", "asset component"),
      ask(impact("Boat"), "rename it together with its .meta", "asset component"),
    ],
  },
  {
    asks: "Where is this class used?",
    of: [
      ask(uses("ServerCharacter"), /\d+ references: .* files: \d+;/, /\d+ of \d+ references shown/),
      ask(uses("NetworkServer/Spawn"), /\d+ references: .* files: \d+;/),
      ask(uses("PlayerManager"), /\d+ references: .* files: \d+;/),
      ask(uses("RaceManager"), "41 references: 41 certain, 0 possible, files: 9;", /\d+ of 41 references shown/),
    ],
  },
  {
    asks: "Where is this event raised, and who listens?",
    of: [
      ask(uses("HitPointsDepleted"), "HitPointsDepleted?.Invoke()", "HitPointsDepleted += RemoveUIHealth"),
      ask(uses("OnConnectedEvent"), "OnConnectedEvent?.Invoke()", "OnConnectedEvent = OnServerConnectInternal"),
      undefined,
      ask(uses("raceStarted"), "raceStarted?.Invoke", "raceStarted += StartRace"),
    ],
  },
  {
    asks: "Which button calls this method?",
    of: [
      ask(carriers("Assets/Scripts/Gameplay/UI/IPHostingUI.cs", "SanitizeIPInputText"), "event", /assets?$/m),
      undefined,
      undefined,
      ask(carriers("Assets/Scripts/UI/EnumSelector.cs", "NextOption"), "event", "MenuOption/Control/Right"),
    ],
  },
  {
    asks: "Which objects lost their script?",
    of: [
      ask(check("missing"), "missing script", "packages have no files on this machine", /16 of \d+ findings shown/),
      ask(check("missing"), "possible", "has no Packages/manifest.json", /16 of \d+ findings shown/),
      ask(check("missing"), "missing script", /findings/),
      ask(check("missing"), "possible", /16 of \d+ findings shown/),
    ],
  },
  {
    asks: "What is dead?",
    of: [
      ask(check("dead"), "ServerBossRoomState/persistentGameState", /16 of \d+ findings shown/),
      ask(check("dead"), "Mirror.HexOffset", /16 of \d+ findings shown/),
      ask(check("dead"), /16 of \d+ findings shown/),
      ask(check("dead"), "AiController/_pathPointNum", /16 of \d+ findings shown/),
    ],
  },
  {
    asks: "Do assemblies refer to each other in a cycle, and which scripts are in none?",
    of: [
      ask(check("assemblies"), "No assemblies reference each other in a cycle"),
      ask(check("assemblies"), "19 scripts are in no assembly definition"),
      ask(check("assemblies"), "scripts are in no assembly definition"),
      ask(check("assemblies"), "60 scripts are in no assembly definition"),
    ],
  },
  {
    asks: "Where is something with a name like this?",
    of: [
      ask(find("Character"), "CharacterClass", /\d+ of \d+ declarations shown/),
      ask(find("Spawn"), "public static void Spawn(GameObject obj", /\d+ of \d+ declarations shown/),
      ask(find("Player"), "PlayerManager", /declarations/),
      ask(find("Boat"), "public class Boat : MonoBehaviour", /\d+ of 83 declarations shown/),
    ],
  },
];
