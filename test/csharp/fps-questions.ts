/** Twenty questions about Unity-Technologies/FPSSample with expected answers. */
import { linesOf, type ProjectQuestion } from "./project-questions.ts";

const GAME = "Assets/Scripts/Game";
const MODE = ["Initialize", "Shutdown", "Restart", "Update", "OnPlayerJoin", "OnPlayerRespawn", "OnPlayerKilled"];
const ABILITIES = [
  "CharBehavior_Dead",
  "Ability_Emote",
  "Ability_Chaingun",
  "Ability_Melee",
  "Ability_Sprint",
  "Ability_ProjectileLauncher",
  "Ability_RocketJump",
  "Ability_Movement",
  "Ability_GrenadeLauncher",
  "Ability_AutoRifle",
];

/** Expects each member on the type's line. */
function declares(type: string, members: readonly string[]): [string, ...string[]][] {
  return members.map((member) => ["", type, member]);
}

export const FPS_QUESTIONS: ProjectQuestion[] = [
  {
    question: "Which classes implement IGameMode's members, and who calls the members?",
    calls: [
      ["script_hierarchy_find", { name: "IGameMode", direction: "down", members: true }],
      ["script_refs_find", { name: "IGameMode", members: true }],
    ],
    truth: [
      ...declares("GameModeDeathmatch", MODE),
      ...declares("GameModeAssault", MODE),
      ...declares("NullGameMode", MODE),
      ["", "Restart", "GameModeSystemServer/Restart", "98"],
      ["", "Shutdown", "GameModeSystemServer/Shutdown", "106"],
      ["", "Initialize", "GameModeSystemServer/OnUpdate", "166"],
      ["", "OnPlayerJoin", "GameModeSystemServer/OnUpdate", "182"],
      ["", "Update", "GameModeSystemServer/OnUpdate", "187"],
      ["", "OnPlayerRespawn", "GameModeSystemServer/OnUpdate", "212"],
      ["", "OnPlayerKilled", "GameModeSystemServer/OnUpdate", "281"],
    ],
    shell: [
      `rg -n --no-heading -tcs 'IGameMode\\b' Assets; rg -n --no-heading -tcs '\\b(${MODE.join("|")})\\(' ${GAME}/Systems/GameMode`,
    ],
  },
  {
    question: "Who writes the health of HealthStateData, and who calls the methods that do?",
    calls: [
      ["script_refs_find", { name: "HealthStateData/health" }],
      [
        "script_calls_find",
        { names: ["HealthStateData/SetMaxHealth", "HealthStateData/ApplyDamage", "PreviewGameLoop/CmdRespawn"] },
      ],
    ],
    truth: [
      ["HealthState.cs", "26", "write"],
      ["HealthState.cs", "32", "write"],
      ["HealthState.cs", "40", "write"],
      ["HealthState.cs", "45", "write"],
      ["GameModeDeathmatch.cs", "90", "write"],
      ["GameModeAssault.cs", "123", "write"],
      ["PreviewGameLoop.cs", "493", "write"],
      ["CharacterModuleServer.cs", "236"],
      ["CharacterSystemShared.cs", "65"],
    ],
    not: ["DestructibleProp", "EntityTests"],
    shell: [
      "rg -n --no-heading -tcs '\\bhealth\\b' Assets/Scripts; rg -n --no-heading -tcs '\\bHealthStateData\\b' Assets/Scripts; rg -n --no-heading -tcs '\\b(SetMaxHealth|ApplyDamage|CmdRespawn)\\b' Assets/Scripts",
    ],
  },
  {
    question:
      "Which classes derive from CharBehaviorFactory, what does each override, and which assets does each have?",
    calls: [
      ["script_hierarchy_find", { name: "CharBehaviorFactory", direction: "down", members: true }],
      ["script_asset_usages", { derived: "CharBehaviorFactory" }],
    ],
    truth: [...declares("Create", ABILITIES), ["", "Git LFS"]],
    not: ["AbilityCollection"],
    shell: [
      "rg -n --no-heading -tcs ': *CharBehaviorFactory|override' Assets/Scripts/Game/Modules/Character/Behaviours; for f in $(rg -l -tcs ': *CharBehaviorFactory' Assets); do echo $f; rg -l $(sed -n 's/^guid: //p' $f.meta) Assets -g '*.asset'; done; rg -l 'git-lfs' Assets -g '*.asset' | wc -l",
    ],
  },
  {
    question: "Which members of the string, text and stopwatch extensions does no script use?",
    calls: [
      ["script_refs_find", { path: "Assets/Scripts/Utils/StringExtensionMethods.cs", members: true }],
      ["script_refs_find", { path: "Assets/Scripts/Utils/StopwatchExtensions.cs", members: true }],
    ],
    truth: [
      ["", "AfterFirst", "no use"],
      ["", "AfterLast", "EnumeratedArrayDrawer", "11"],
      ["", "AfterLast", "NetworkUtils", "113"],
      ["", "BeforeFirst", "NetworkUtils", "114"],
      ["", "BeforeLast", "BuildTools", "94"],
      ["", "BeforeLast", "BuildWindow", "139"],
      ["", "BeforeLast", "BuildWindow", "367"],
      ["", "BeforeLast", "HotKeys", "77"],
      ["", "PrefixMatch", "GroupEditor", "83"],
      ["", "PrefixMatch", "ChatPanel", "103"],
      ["", "GetTicksDeltaAsMilliseconds", "ServerGameLoop", "647"],
      ["", "FrequencyMilliseconds", "GetTicksDeltaAsMilliseconds", "5"],
    ],
    shell: [
      "for f in Assets/Scripts/Utils/StringExtensionMethods.cs Assets/Scripts/Utils/StopwatchExtensions.cs; do for w in $(rg -o -r '$1' 'public static \\w+ (\\w+)' $f | rg -v '^class'); do echo \"== $w\"; rg -n -w --no-heading -tcs $w Assets Packages; done; done",
    ],
  },
  {
    question: "Which prefabs carry DamageArea, and which prefabs and scenes contain those?",
    calls: [["script_asset_usages", { path: `${GAME}/Systems/DamageArea/Components/DamageArea.cs`, depth: 4 }]],
    truth: [
      ["", "Elevator_Industrial_Scifi_A.prefab"],
      ["", "Prefabs/Markup/DamageBox.prefab"],
      ["", "Factory_Furnace_A.prefab"],
      ["", "Git LFS"],
    ],
    shell: [
      "up() { for p in \"$@\"; do g=$(sed -n 's/^guid: //p' \"$p.meta\"); rg -l $g Assets -g '!*.meta' | while read q; do echo \"$p < $q\"; case $q in *.prefab) up \"$q\";; esac; done; done; }; up Assets/Scripts/Game/Systems/DamageArea/Components/DamageArea.cs; rg -l 'git-lfs' Assets -g '*.unity' | wc -l",
    ],
  },
  {
    question: "Which methods do UnityEvents call, how often, from which asset, and do they exist?",
    calls: [["script_project_check", { check: "events" }]],
    truth: [
      ["MainMenu.cs", "ShowSubMenu", "6"],
      ["ClientFrontend.cs", "OnSelect", "15"],
      ["ClientFrontend.cs", "OnHighlight", "9"],
      ["ClientFrontend.cs", "OnClose", "2"],
      ["MainMenu.cs", "OnQuitGame"],
      ["MainMenu.cs", "OnCreateGame"],
      ["MainMenu.cs", "OnLeaveGame"],
      ["OptionsMenu.cs", "OnGDRP"],
      ["OptionsMenu.cs", "OnChanged"],
      ["JoinMenu.cs", "OnNameChanged", "3"],
      ["JoinMenu.cs", "OnJoinGame"],
      ["JoinMenu.cs", "OnFindMatch"],
      ["JoinMenu.cs", "OnRemoveServer"],
      ["JoinMenu.cs", "OnAddServer"],
      ["JoinMenu.cs", "OnServerItemPointerClick"],
      ["", "ClientFrontend.prefab"],
    ],
    shell: [
      "rg -n --no-heading -B3 'm_MethodName: .' Assets Packages -g '*.unity' -g '*.prefab' | rg 'm_MethodName|m_Target:'",
      'for m in ShowSubMenu OnSelect OnHighlight OnClose OnQuitGame OnCreateGame OnLeaveGame OnGDRP OnChanged OnNameChanged OnJoinGame OnFindMatch OnRemoveServer OnAddServer OnServerItemPointerClick; do rg -n --no-heading -tcs "void $m\\(" Assets; done',
    ],
  },
  {
    question: "Who raises the events of Skeleton and Game, and who subscribes with which handler?",
    calls: [
      ["script_refs_find", { names: ["Skeleton/SkeletonEnabled", "Skeleton/SkeletonDisabled", "Game/endUpdateEvent"] }],
    ],
    truth: [
      ["Components/Skeleton.cs", "47", "raise"],
      ["Components/Skeleton.cs", "55", "raise"],
      ["Main/Game.cs", "636", "raise"],
      ["SkeletonDrawer.cs", "13", "subscribe", "OnSkeletonEnabled"],
      ["SkeletonDrawer.cs", "14", "subscribe", "OnSkeletonDisabled"],
    ],
    shell: ["rg -n --no-heading -tcs 'SkeletonEnabled|SkeletonDisabled|endUpdateEvent' Assets"],
  },
  {
    question: "Which systems derive directly from BaseComponentSystem with one, and which with two type arguments?",
    calls: [
      ["script_hierarchy_find", { name: "BaseComponentSystem<>", direction: "down", depth: 1 }],
      ["script_hierarchy_find", { name: "BaseComponentSystem<,>", direction: "down", depth: 1 }],
    ],
    truth: [
      "UpdateTeleportation",
      "CharacterLateUpdate",
      "UpdatePresentationAttachmentTransform",
      "UpdatePresentationRootTransform",
      "UpdateClientProjectilesNonPredicted",
      "UpdateClientProjectilesPredicted",
      "StoreColliderStates",
      "UpdateServerEntityComponent",
      "MoverUpdate",
      "UpdateItemActionTimelineTrigger",
      "UpdateRagdolls",
      "UpdateTerraformerWeaponA",
      "System_RobotWeaponA",
    ].map((type): [string, string] => ["", type]),
    not: ["UpdateCharacterCamera", "SpinSystem", "HandleDamage"],
    shell: ["rg -n --no-heading -tcs 'class \\w+(<.*>)? *: *BaseComponentSystem' Assets"],
  },
  {
    question:
      "Which classes implement INetworkCallbacks' members, and where are OnConnect, OnDisconnect and OnEvent called through it?",
    calls: [
      ["script_hierarchy_find", { name: "INetworkCallbacks", direction: "down", members: true }],
      ["script_refs_find", { name: "INetworkCallbacks", members: true }],
    ],
    truth: [
      ...[
        "ServerGameLoop",
        "ClientGameLoop",
        "ThinClient",
        "TestGameServer",
        "TestGameClient",
        "CommandTests",
        "ServerCallbacks",
        "ClientCallbacks",
      ].map((type): [string, string, string, string, string] => ["", type, "OnConnect", "OnDisconnect", "OnEvent"]),
      ["", "OnConnect", "NetworkServer/OnConnect", "455"],
      ["", "OnDisconnect", "NetworkServer/OnDisconnect", "463"],
      ["", "OnEvent", "ReadEvents", "99"],
    ],
    shell: [
      "rg -n --no-heading -tcs 'INetworkCallbacks|INetworkClientCallbacks' Assets; rg -n --no-heading -tcs '\\bOn(Connect|Disconnect|Event|MapUpdate)\\(' Assets",
    ],
  },
  {
    question: "What does each option and ability UI override, and which prefabs carry the options?",
    calls: [
      ["script_hierarchy_find", { name: "OptionUI", direction: "down", members: true }],
      ["script_asset_usages", { derived: "OptionUI" }],
    ],
    truth: [
      ...["OptionToggle", "OptionSlider", "OptionInput", "OptionHeading", "OptionDropdown"].map(
        (type): [string, string, string, string] => ["", type, "UpdateFromConfigVar", "UpdateToConfigVar"],
      ),
      ["", "ClientFrontend.prefab"],
    ],
    not: ["ChaingunUI"],
    shell: [
      "rg -n --no-heading -tcs ': OptionUI|override' Assets/Scripts/Game/Frontend; for f in $(rg -l -tcs ': OptionUI' Assets); do echo $f; rg -l $(sed -n 's/^guid: //p' $f.meta) Assets -g '!*.meta'; done",
    ],
  },
  {
    question: "Where is NetworkConfig declared?",
    calls: [["script_symbol_find", { name: "NetworkConfig", exact: true }]],
    truth: [["Networking/NetworkCommon.cs", "57"]],
  },
  {
    question: "Who calls Game.SetMousePointerLock?",
    calls: [["script_calls_find", { name: "Game/SetMousePointerLock" }]],
    truth: [
      ["Main/PreviewGameLoop.cs", "240"],
      ["Main/ServerGameLoop.cs", "367"],
      ...linesOf("Main/Game.cs", 926, 934, 937, 944),
    ],
  },
  {
    question: "What does the server's world do when a client disconnects?",
    calls: [["script_calls_find", { name: "ServerGameWorld/HandleClientDisconnect", direction: "callees" }]],
    truth: [
      ["", "PlayerModuleServer", "CleanupPlayer"],
      ["", "CharacterModuleServer", "CleanupPlayer"],
    ],
  },
  {
    question: "Which game loops are there?",
    calls: [["script_hierarchy_find", { name: "Game/IGameLoop", direction: "down" }]],
    truth: [
      ["", "ClientGameLoop", "505"],
      ["", "PreviewGameLoop", "118"],
      ["", "ThinClientGameLoop", "235"],
      ["", "ServerGameLoop", "307"],
    ],
  },
  {
    question: "Which fields of HeroTypeAsset does Unity save?",
    calls: [["script_symbols_get", { path: `${GAME}/Modules/Character/HeroTypeAsset.cs` }]],
    truth: [
      "health",
      "sprintCameraSettings",
      "eyeHeight",
      "characterMovementSettings",
      "abilities",
      "character",
      "items",
    ].map((field): [string, string, string] => ["", field, "serialized"]),
  },
  {
    question: "What breaks if targetTeleporter of TeleporterServer gets another name?",
    calls: [["script_impact_find", { name: "TeleporterServer/targetTeleporter" }]],
    truth: [
      ["TeleporterServer.cs", "8"],
      ["TeleporterSystemServer.cs", "35"],
      ["TeleporterSystemServer.cs", "36"],
      ["", "Git LFS"],
    ],
  },
  {
    question: "Which overrides of CharBehaviorFactory.Create are there?",
    calls: [["script_hierarchy_find", { name: "CharBehaviorFactory/Create", direction: "down" }]],
    truth: [
      ["CharBehavior_Dead.cs", "13"],
      ["Ability_Emote.cs", "49"],
      ["Ability_Chaingun.cs", "110"],
      ["Ability_Melee.cs", "101"],
      ["Ability_Sprint.cs", "57"],
      ["Ability_ProjectileLauncher.cs", "87"],
      ["Ability_RocketJump.cs", "103"],
      ["Ability_Movement.cs", "16"],
      ["Ability_GrenadeLauncher.cs", "103"],
      ["Ability_AutoRifle.cs", "132"],
    ],
    not: ["AbilityCollection"],
  },
  {
    question: "Where is the button Boost of a user command used?",
    calls: [["script_refs_find", { name: "UserCommand/Button/Boost" }]],
    truth: [
      ["InputSystem.cs", "45"],
      ["Ability_Movement.cs", "233"],
    ],
  },
  {
    question: "Which scripts belong to the assembly Unity.Networking.Transport?",
    calls: [["script_project_check", { check: "scripts", name: "Unity.Networking.Transport" }]],
    truth: [
      "NetworkEventQueue.cs",
      "NetworkDriver.cs",
      "NetworkConnection.cs",
      "INetworkDriver.cs",
      "Utilities.cs",
      "FragmentationPacketProcessor.cs",
      "NetworkProtocols.cs",
      "network.bindings.cs",
      "DataStream.cs",
      "NetworkParams.cs",
      "NetworkInterface.cs",
      "NetworkEndPoint.cs",
      "IPCManager.cs",
    ].map((file): [string, string] => ["", file]),
  },
  {
    question: "What is a HeroTypeRegistry, up to the engine's classes?",
    calls: [["script_hierarchy_find", { name: "HeroTypeRegistry", direction: "up" }]],
    truth: [
      ["", "RegistryBase", "7"],
      ["", "ScriptableObject"],
      ["", "Object"],
    ],
  },
];
