/** Twenty questions about oculus-samples/Unity-Discover with expected answers. */
import { ABOVE, linesOf, type ProjectQuestion, RG, row } from "./project-questions.ts";

const RAGE = "Assets/Discover/DroneRage/Scripts";
const EXTENSIONS = "Assets/Discover/Scripts/Utilities/Extensions";
const CODE = "Assets Packages";

export const DISCOVER_QUESTIONS: ProjectQuestion[] = [
  {
    question: "Who raises the events of Weapon, and who subscribes with which handler?",
    calls: [
      [
        "script_refs_find",
        { names: ["Weapon/WeaponFired", "Weapon/StartedFiring", "Weapon/StoppedFiring"], snippetContext: 0 },
      ],
    ],
    truth: [
      ["Weapons/Weapon.cs", "91", "raise"],
      ["Weapons/Weapon.cs", "98", "raise"],
      ["Weapons/Weapon.cs", "116", "raise"],
      ["EnemyWeaponVisuals.cs", "57", "subscribe", "OnWeaponFired"],
      ["EnemyWeaponVisuals.cs", "62", "unsubscribe", "OnWeaponFired"],
      ["NetworkedEnemyWeaponController.cs", "24", "subscribe"],
      ["NetworkedEnemyWeaponController.cs", "25", "subscribe"],
      ["NetworkedEnemyWeaponController.cs", "30", "unsubscribe"],
      ["NetworkedEnemyWeaponController.cs", "31", "unsubscribe"],
      ["NetworkedWeaponController.cs", "73", "subscribe", "OnWeaponFired"],
      ["NetworkedWeaponController.cs", "74", "subscribe", "OnStartedFiring"],
      ["NetworkedWeaponController.cs", "75", "subscribe", "OnStoppedFiring"],
      ["WeaponVisuals.cs", "160", "subscribe", "OnWeaponFired"],
      ["WeaponVisuals.cs", "161", "subscribe", "OnStartedFiring"],
      ["WeaponVisuals.cs", "183", "unsubscribe", "OnStoppedFiring"],
      ["DroneRageGameController.cs", "121", "subscribe", "OnWeaponFired"],
    ],
    shell: [`${RG} '\\b(WeaponFired|StartedFiring|StoppedFiring)\\b' ${CODE}`],
  },
  {
    question: "Which states has an enemy, and which of them does each state switch to?",
    calls: [
      ["script_hierarchy_find", { name: "EnemyState", direction: "down" }],
      ["script_refs_find", { name: "Enemy/SwitchState", snippetContext: 0 }],
    ],
    truth: [
      ...Object.entries({
        EnterArena: "11",
        ExitArena: "77",
        Plan: "119",
        Attack: "270",
        Pain: "361",
        HideWeakpoint: "411",
        Dodge: "452",
        Distribute: "520",
        Relocate: "649",
        Die: "696",
        DieExplode: "735",
        DieFall: "761",
        DieMalfunction: "795",
      }).map(([state, line]) => row(state, line)),
      ...(
        [
          ["27", "ExitArena"],
          ["56", "Distribute"],
          ["161", "EnterArena"],
          ["240", "Attack"],
          ["254", "Relocate"],
          ["324", "Plan"],
          ["529", "ExitArena"],
          ["706", "DieFall"],
          ["710", "DieMalfunction"],
          ["819", "DieExplode"],
        ] as const
      ).map(([line, state]): [string, string, string] => ["EnemyBehaviour.cs", line, state]),
      ["Enemies/Enemy.cs", "241", "Distribute"],
      ["Enemies/Enemy.cs", "608", "Pain"],
      ["Enemies/Enemy.cs", "616", "Dodge"],
      ["Enemies/Enemy.cs", "620", "HideWeakpoint"],
      ["Enemies/Enemy.cs", "690", "Die"],
    ],
    shell: [`${RG} ': EnemyState\\b' ${CODE}; ${RG} 'SwitchState' ${CODE}`],
  },
  {
    question: "Which classes implement the game's IDamageable, and who calls its members, through it or directly?",
    calls: [
      ["script_hierarchy_find", { name: "Discover.DroneRage.Weapons.IDamageable", direction: "down", members: true }],
      ["script_calls_find", { names: ["IDamageable/Heal", "IDamageable/TakeDamage"] }],
    ],
    truth: [
      row("BasicDamageable", "Heal", "TakeDamage"),
      row("Enemy", "Heal", "TakeDamage"),
      row("Player", "Heal", "TakeDamage"),
      ["Weapons/Weapon.cs", "168"],
      ["HealthPowerUp.cs", "15"],
      ["Enemies/Enemy.cs", "229"],
    ],
    shell: [`${RG} '\\b(IDamageable|TakeDamage|Heal)\\b' Assets/Discover`],
  },
  {
    question: "Which singletons are there, networked or not, and which override InternalAwake?",
    calls: [
      ["script_hierarchy_find", { name: "Singleton", direction: "down", members: true }],
      ["script_hierarchy_find", { name: "NetworkSingleton", direction: "down", members: true }],
    ],
    truth: [
      ...["HandRefHelper", "XRInputProvider", "AvatarMeshCache", "EndScreenController", "AbuseReportingHandler"].map(
        (type) => row(type),
      ),
      ...["SceneElementsManager", "DiscoverAppController", "NetworkModalWindowController", "Spawner"].map((type) =>
        row(type),
      ),
      row("PhotonNetworkData"),
      ...["AppsManager", "NUXManager", "AppInteractionController", "DroneRageGameController"].map((type) =>
        row(type, "InternalAwake"),
      ),
      row("NetworkApplicationManager", "InternalAwake"),
    ],
    not: ["PhotonInstantiator"],
    shell: [`${RG} ': *(Network)?Singleton<|InternalAwake' ${CODE}`],
  },
  {
    question: "Which members of the color and vector extensions does no script use?",
    calls: [
      ["script_refs_find", { path: `${EXTENSIONS}/ColorExtensions.cs`, members: true }],
      ["script_refs_find", { path: `${EXTENSIONS}/VectorExtensions.cs`, members: true }],
    ],
    truth: [
      ...["GetHue", "GetSaturation", "GetValue", "SetHue", "SetSaturation", "SetValue"].map((member) =>
        row(member, "no use"),
      ),
      row("GetHSV", "SetHue", "116"),
      row("GetHSV", "SetSaturation", "123"),
      row("GetHSV", "SetValue", "130"),
      row("SetHSV", "SetHSVA", "96"),
      row("SetHSV", "SetHSVA", "109"),
      row("SetHSV", "SetHue", "118"),
      row("XZ", "HealthUI", "78"),
      row("XY", "no use"),
      row("YZ", "no use"),
      row("XYZ", "no use"),
      row("DivideBy", "SetWorldScale", "20"),
    ],
    shell: [
      `for f in Color Vector; do for w in $(rg -oN -r '$1' 'public static \\w+ (\\w+)\\(' ${EXTENSIONS}/"$f"Extensions.cs | sort -u); do echo "== $w"; ${RG} -w $w ${CODE}; done; done`,
    ],
  },
  {
    question: "Which prefabs carry HealthPowerUp, and what refers to those, up to the bootstrapper?",
    calls: [["script_asset_usages", { path: `${RAGE}/PowerUps/HealthPowerUp.cs`, depth: 4 }]],
    truth: [
      ["", "HealthOrb.prefab"],
      ["Enemies/Drone.prefab", "reference"],
      ["Enemies/Spawner.prefab", "reference"],
      ["", "DroneRageBootstrapper.prefab"],
    ],
    shell: [`${ABOVE} ${RAGE}/PowerUps/HealthPowerUp.cs`],
  },
  {
    question: "Which ScriptableObject types has the game, and which assets are there of each?",
    calls: [
      [
        "script_asset_usages",
        { names: ["Assets/Discover/Scripts/Configs/AppManifest.cs", "Assets/Discover/Scripts/Configs/AppList.cs"] },
      ],
      ["script_hierarchy_find", { name: "ScriptableObject", direction: "down", depth: 1 }],
    ],
    truth: [
      ["", "AppManifests/Bike.asset"],
      ["", "AppManifests/DroneRage.asset"],
      ["", "Configs/AppList.asset"],
      row("AppManifest", "13"),
      row("AppList", "11"),
      row("XRInputControlActions", "10"),
    ],
    shell: [
      `for f in $(rg -l -tcs ': *ScriptableObject\\b' ${CODE}); do echo $f; rg -l $(sed -n 's/^guid: //p' $f.meta) ${CODE} -g '*.asset'; done`,
    ],
  },
  {
    question: "Which methods do UnityEvents call, how often, from which asset, and do they exist?",
    calls: [["script_project_check", { check: "events" }]],
    truth: [
      ["VONetworkPlayer.cs", "PlayVO", "10"],
      ["TaskHandler.cs", "TaskComplete", "12"],
      ["EndScreenController.cs", "OnExitPressed"],
      ["NetworkSelectionMenu.cs", "OnHostClicked"],
      ["NetworkSelectionMenu.cs", "OnJoinClicked", "2"],
      ["ModalAppSettingsMenu.cs", "OnRegionSelected"],
      ["InfoWindow.cs", "SetupText", "2"],
      ["DebugWindow.cs", "LeaveRoom"],
      ["", "target not known", "AppController/CloseApp", "AppControlsMenu.prefab"],
      ["NUXController.cs", "OnClickNext"],
      ["HandedObjectSwapper.cs", "SwapObjects"],
      ["AffordanceFX.cs", "TriggerEffect", "3"],
      ["", "BikeInteraction.prefab"],
      ["", "Colocation.unity"],
    ],
    shell: [
      `rg -n --no-heading -B3 'm_MethodName: .' ${CODE} -g '*.unity' -g '*.prefab' -g '*.asset' | rg 'm_MethodName|m_Target:'`,
      `for m in $(rg -oIN -r '$1' 'm_MethodName: (\\w+)' ${CODE} -g '*.prefab' -g '*.unity' | sort -u); do ${RG} "void $m\\(" Assets; done`,
    ],
  },
  {
    question: "Who writes a player's Health, and who calls the methods that do?",
    calls: [
      ["script_refs_find", { name: "Player.Player/Health", snippetContext: 0 }],
      [
        "script_calls_find",
        { names: ["Player/SetupPlayer", "Player/HealOwnerRpc", "Player/TakeDamageOwnerRPC", "Player/Die"] },
      ],
    ],
    truth: [
      ["Player/Player.cs", "124", "set"],
      ["Player/Player.cs", "157", "set"],
      ["Player/Player.cs", "183", "set"],
      ["Player/Player.cs", "243", "set"],
      ["Player/Player.cs", "143"],
      ["Player/Player.cs", "174"],
      ["Player/Player.cs", "199"],
    ],
    not: ["EnemyBehaviour.cs", "DroneRageAudioManager/SetHealth"],
    shell: [`${RG} '\\bHealth\\b' ${CODE}; ${RG} '\\b(SetupPlayer|HealOwnerRpc|TakeDamageOwnerRPC|Die)\\(' ${CODE}`],
  },
  {
    question: "Who calls each overload of LaunchApplication, and who closes the application?",
    calls: [
      ["script_refs_find", { name: "NetworkApplicationManager", members: true }],
      ["script_calls_find", { name: "NetworkApplicationManager/CloseApplication" }],
    ],
    truth: [
      row("LaunchApplication(string,Transform)", "IconController", "164"),
      row("LaunchApplication(AppManifest,Transform)", "AppsManager", "67"),
      row("LaunchApplication(string,Transform)", "DiscoverToolbar", "120"),
      row("LaunchApplication(AppManifest,Transform)", "NetworkApplicationManager", "44"),
      row("LaunchApplication(AppManifest,Vector3,Quaternion)", "51"),
      row("LaunchApplication(AppManifest,Vector3,Quaternion)", "105"),
      row("StopApplication", "65"),
      row("StopApplication", "127"),
      ["EndScreenController.cs", "148"],
      ["DiscoverToolbar.cs", "90"],
      ["CurrentAppMenuController.cs", "62"],
    ],
    shell: [`${RG} '\\b(LaunchApplication|CloseApplication|StopApplication)\\b' ${CODE}`],
  },
  {
    question: "Where is TileButton declared?",
    calls: [["script_symbol_find", { name: "TileButton", exact: true }]],
    truth: [["UI/TileButton.cs", "18-139"]],
  },
  {
    question: "Who calls AppList.GetManifestFromName?",
    calls: [["script_calls_find", { name: "AppList/GetManifestFromName" }]],
    truth: [
      ["AppsManager.cs", "108"],
      ["IconAnchorNetworked.cs", "21"],
      ...linesOf("NetworkApplicationManager.cs", 37, 43, 85, 104),
    ],
  },
  {
    question: "Which classes of the sources implement Fusion's INetworkRunnerCallbacks?",
    calls: [["script_hierarchy_find", { name: "INetworkRunnerCallbacks", direction: "down" }]],
    truth: [
      row("DiscoverAppController", "23"),
      row("ColocationTestBootStrapper", "17"),
      row("PrefabSpawner", "11"),
      row("FusionVoiceClient", "16"),
      row("InputBehaviourPrototype", "11"),
    ],
  },
  {
    question: "Where is the vibration force HARD used?",
    calls: [["script_refs_find", { name: "VibrationForce/HARD", snippetContext: 0 }]],
    truth: [
      ["HapticsManager.cs", "83"],
      ["AppIconPlacementController.cs", "297"],
      ...linesOf("IconController.cs", 91, 97, 154),
      ["HapticButton.cs", "17"],
      ["TileButton.cs", "56"],
    ],
    not: [":117", ":149"],
  },
  {
    question: "Which fields of AppManifest does Unity save?",
    calls: [["script_symbols_get", { path: "Assets/Discover/Scripts/Configs/AppManifest.cs" }]],
    truth: [
      "UniqueName",
      "DisplayName",
      "Icon",
      "DisplayType",
      "IconSurfaceOrientation",
      "IconSurfaceType",
      "IconStartRotation",
      "IconPrefab",
      "DropIndicator",
      "AppPrefab",
    ].map((field) => row(field, "serialized")),
  },
  {
    question: "What would renaming OnWaveAdvance of Spawner touch?",
    calls: [["script_impact_find", { name: "Spawner/OnWaveAdvance" }]],
    truth: [...linesOf("Spawner.cs", 33, 202), ...linesOf("DroneRageGameController.cs", 51, 57)],
    not: ["Player.cs:288"],
  },
  {
    question: "Which scripts belong to the assembly Meta.Utilities.Avatars?",
    calls: [["script_project_check", { check: "scripts", name: "Meta.Utilities.Avatars" }]],
    truth: [
      ["", "AvatarEntity.cs"],
      ["", "AvatarMeshCache.cs"],
      ["", "AvatarMeshArmInfo.cs"],
      ["", "AvatarMeshQuery.cs"],
    ],
    not: ["XRInputManager.cs"],
  },
  {
    question: "What is HealthPowerUp, up to the engine's classes?",
    calls: [["script_hierarchy_find", { name: "HealthPowerUp", direction: "up" }]],
    truth: [row("PowerUp", "12"), row("MonoBehaviour"), row("Component")],
  },
  {
    question: "What does Enemy call when it switches its state?",
    calls: [["script_calls_find", { name: "Enemy/SwitchState", direction: "callees" }]],
    truth: [
      ["", "ExitState"],
      ["", "EnterState"],
    ],
  },
  {
    question: "Which prefabs carry PowerUpCollector?",
    calls: [["script_asset_usages", { path: `${RAGE}/PowerUps/PowerUpCollector.cs` }]],
    truth: [
      ["", "NetworkedPistol.prefab"],
      ["", "NetworkedMachinePistol.prefab"],
      ["", "/MachinePistol.prefab"],
      ["", "/Pistol.prefab"],
      ["", "Player/Player.prefab"],
    ],
  },
];
