/** Twenty questions about Unity-Technologies/com.unity.multiplayer.samples.coop with expected answers. */
import { ABOVE, linesOf, type ProjectQuestion, RG, row } from "./project-questions.ts";

const PLAY = "Assets/Scripts/Gameplay";
const HITS =
  "AOEAction 72, TrampleAction 175, TrampleAction 212, DashAttackAction 106, MeleeAction 75, " +
  "FXProjectileTargetedAction 77, TossedItem 105, PhysicsProjectile 215, DebugCheatsManager 156, " +
  "DebugCheatsManager 176, DebugCheatsManager 212";
const CANCELLED =
  "TrampleAction EmoteAction TargetAction StunnedAction ReviveAction DashAttackAction StealthModeAction " +
  "PickUpAction FXProjectileTargetedAction ChargedShieldAction ChaseAction LaunchProjectileAction " +
  "ChargedLaunchProjectileAction";
const FIELDS =
  "CharacterType Skill1 Skill2 Skill3 BaseHP BaseMana Speed IsNpc DetectRange DisplayedName " +
  "ClassBannerLit ClassBannerUnlit";
const DAMAGE = ["ReceiveHitPoints", "GetTotalDamage", "GetSpecialDamageFlags", "IsDamageable"];

export const BOSS_QUESTIONS: ProjectQuestion[] = [
  {
    question: "Which classes implement IDamageable's members, and where are those called through it?",
    calls: [
      ["script_hierarchy_find", { name: "IDamageable", direction: "down", members: true }],
      ["script_refs_find", { name: "IDamageable", members: true }],
    ],
    truth: [
      row("Breakable", ...DAMAGE),
      row("DamageReceiver", ...DAMAGE),
      ...HITS.split(", ").map((use) => row("ReceiveHitPoints", ...use.split(" "))),
      row("GetTotalDamage", "MeleeAction", "136"),
      row("GetSpecialDamageFlags", "TrampleAction", "215"),
      row("IsDamageable", "MeleeAction", "124"),
      row("IsDamageable", "DebugCheatsManager", "154"),
    ],
    shell: [`${RG} '\\bIDamageable\\b' Assets; ${RG} '\\b(${DAMAGE.join("|")})\\(' Assets`],
  },
  {
    question: "What does each connection state override, and from which state does it derive?",
    calls: [["script_hierarchy_find", { name: "ConnectionState", direction: "down", members: true }]],
    truth: [
      row("OnlineState", "OnUserRequestedShutdown", "OnTransportFailure"),
      row("OfflineState", "Enter", "Exit", "StartClientIP", "StartClientSession", "StartHostIP", "StartHostSession"),
      row("HostingState", "OnClientConnected", "OnClientDisconnect", "OnUserRequestedShutdown", "OnServerStopped"),
      row("HostingState", "Enter", "Exit", "ApprovalCheck"),
      row("StartingHostState", "Enter", "Exit", "OnServerStarted", "ApprovalCheck", "OnServerStopped"),
      row("ClientConnectedState", "Enter", "Exit", "OnClientDisconnect"),
      row("ClientConnectingState", "Enter", "Exit", "OnClientConnected", "OnClientDisconnect"),
      row("ClientReconnectingState", "Enter", "Exit", "OnClientConnected", "OnClientDisconnect"),
    ],
    shell: [
      `${RG} 'class \\w+ *:|override' Assets/Scripts/ConnectionManagement/ConnectionState; ${RG} ': *\\w*(Connecting|Online|Connection)State\\b' Assets`,
    ],
  },
  {
    question: "Who raises the events of DamageReceiver and NetworkHealthState, and which handlers subscribe?",
    calls: [
      [
        "script_refs_find",
        {
          names: [
            "DamageReceiver/DamageReceived",
            "DamageReceiver/CollisionEntered",
            "DamageReceiver/GetTotalDamageFunc",
            "NetworkHealthState/HitPointsDepleted",
            "NetworkHealthState/HitPointsReplenished",
          ],
          snippetContext: 0,
        },
      ],
    ],
    truth: [
      ["DamageReceiver.cs", "23", "raise"],
      ["DamageReceiver.cs", "34", "raise"],
      ["DamageReceiver.cs", "49", "raise"],
      ["ServerCharacter.cs", "158", "subscribe", "ReceiveHP"],
      ["ServerCharacter.cs", "159", "subscribe", "CollisionEntered"],
      ["ServerCharacter.cs", "160", "subscribe", "GetTotalDamage"],
      ["ServerCharacter.cs", "182", "unsubscribe"],
      ["ServerCharacter.cs", "183", "unsubscribe"],
      ["ServerCharacter.cs", "184", "unsubscribe"],
      ["NetworkHealthState.cs", "36", "raise"],
      ["NetworkHealthState.cs", "41", "raise"],
      ["UIStateDisplayHandler.cs", "121", "subscribe", "DisplayUIHealth"],
      ["UIStateDisplayHandler.cs", "122", "subscribe", "RemoveUIHealth"],
      ["UIStateDisplayHandler.cs", "146", "unsubscribe"],
      ["UIStateDisplayHandler.cs", "147", "unsubscribe"],
    ],
    not: ["ServerActionPlayer.cs", "TrampleAction.cs"],
    shell: [
      `${RG} '\\b(DamageReceived|CollisionEntered|GetTotalDamageFunc|HitPointsDepleted|HitPointsReplenished)\\b' Assets`,
    ],
  },
  {
    question:
      "Which places write hit points, through the network variable or the property, and who calls those methods?",
    calls: [
      ["script_refs_find", { names: ["NetworkHealthState/HitPoints", "ServerCharacter/HitPoints"], snippetContext: 0 }],
      [
        "script_calls_find",
        {
          names: [
            "Breakable/Break",
            "Breakable/Unbreak",
            "ServerCharacter/Revive",
            "ServerCharacter/ReceiveHP",
            "ServerCharacter/InitializeHitPoints",
          ],
        },
      ],
    ],
    truth: [
      ["Breakable.cs", "67", "write"],
      ["Breakable.cs", "109", "write"],
      ["Breakable.cs", "122", "write"],
      ["Breakable.cs", "127", "write"],
      ["ServerCharacter.cs", "71", "write"],
      ["ServerCharacter.cs", "244", "set"],
      ["ServerCharacter.cs", "251", "set"],
      ["ServerCharacter.cs", "327", "set"],
      ["ServerCharacter.cs", "377", "set"],
      ["EnemyPortal.cs", "97"],
      ["EnemyPortal.cs", "101"],
      ["EnemyPortal.cs", "125"],
      ["EnemyPortal.cs", "129"],
      ["EnemyPortal.cs", "152"],
      ["ReviveAction.cs", "48"],
      ["DebugCheatsManager.cs", "206"],
      ["ServerCharacter.cs", "172"],
      ["DamageReceiver.cs", "23"],
    ],
    not: ["AIBrain.cs:70"],
    shell: [
      `${RG} '\\bHitPoints\\b' Assets; ${RG} '\\b(Break|Unbreak|Revive|ReceiveHP|InitializeHitPoints)\\b' Assets`,
    ],
  },
  {
    question: "Which prefabs carry PhysicsProjectile, and what contains or varies those?",
    calls: [["script_asset_usages", { path: `${PLAY}/GameplayObjects/Projectiles/PhysicsProjectile.cs`, depth: 4 }]],
    truth: [
      ["Game/Arrow.prefab", "component", "110"],
      ["ChargedArrow1.prefab", "component", "110"],
      ["ChargedArrow2.prefab", "component", "110"],
      ["ChargedArrow3.prefab", "component", "110"],
      ["", "NetworkObjectPool.prefab"],
      ["", "Git LFS"],
    ],
    shell: [
      `${ABOVE} ${PLAY}/GameplayObjects/Projectiles/PhysicsProjectile.cs; rg -l git-lfs Assets -g '*.unity' -g '*.asset' | wc -l`,
    ],
  },
  {
    question: "Which prefabs publish a message on life changes, by the component or inherited, and what contains them?",
    calls: [["script_asset_usages", { path: `${PLAY}/GameplayObjects/PublishMessageOnLifeChange.cs`, depth: 3 }]],
    truth: [
      ["", "PlayerAvatar.prefab"],
      ["", "ImpBoss.prefab"],
      ["", "BossRoomState.prefab"],
      ["", "BossRoomStaticNetworkObjects.prefab"],
    ],
    shell: [`${ABOVE} ${PLAY}/GameplayObjects/PublishMessageOnLifeChange.cs`],
  },
  {
    question: "Which members of ActionUtils.cs does no script use, and who uses the others?",
    calls: [["script_refs_find", { path: `${PLAY}/Action/ActionUtils.cs`, members: true }]],
    truth: [
      row("HasLineOfSight", "FXProjectileTargetedAction", "145"),
      row("HasLineOfSight", "FXProjectileTargetedAction", "32"),
      row("GetPercentChargedUp", "ChargedLaunchProjectileAction", "135"),
      row("GetPercentChargedUp", "ChargedShieldAction", "94"),
      row("DetectNearbyEntities", "TrampleAction", "229"),
      row("DetectNearbyEntities", "MeleeAction", "111"),
      row("DetectNearbyEntitiesUseSphere", "MeleeAction", "110"),
      row("IsValidTarget", "TargetAction", "45"),
      row("IsValidTarget", "ClientInputSender", "418"),
      row("GetDashDestination", "DashAttackAction", "33"),
      row("RaycastHitComparer", "PickUpAction", "21"),
      row("RaycastHitComparer", "ClientInputSender", "193"),
      row("Compare", "no use", "declared outside"),
    ],
    shell: [
      `for w in $(rg -o -r '$2' '(public|static)[\\w ]* (\\w+)( = |\\(|$)' ${PLAY}/Action/ActionUtils.cs | sort -u); do echo "== $w"; ${RG} -w $w Assets; done`,
    ],
  },
  {
    question: "Which methods do UnityEvents call, how often, from which asset, and do they exist?",
    calls: [["script_project_check", { check: "events" }]],
    truth: [
      ["HeroEmoteBar.cs", "OnButtonClicked", "4"],
      ["PartyHUD.cs", "SelectPartyMember", "AllyHUD.prefab"],
      ["", "SelectPartyMember", "PartyHUD.prefab"],
      ["ClientCharSelectState.cs", "OnPlayerClickedReady"],
      ["RoomNameBox.cs", "CopyToClipboard"],
      ["PrefabSpawner.cs", "Spawn"],
      ["IPUIMediator.cs", "RegenerateName"],
      ["IPUIMediator.cs", "ToggleCreateIPUI"],
      ["IPHostingUI.cs", "OnCreateClick"],
      ["IPJoiningUI.cs", "OnJoinButtonPressed"],
      ["SessionCreationUI.cs", "OnCreateClick"],
      ["SessionJoiningUI.cs", "OnJoinButtonPressed"],
      ["SessionJoiningUI.cs", "OnQuickJoinClicked"],
      ["SessionUIMediator.cs", "RegenerateName"],
      ["ProfileListItemUI.cs", "OnSelectClick"],
      ["ProfileListItemUI.cs", "OnDeleteClick"],
      ["UICharSelectPlayerSeat.cs", "OnClicked"],
      ["", "Hero Emote Bar.prefab"],
      ["", "ProfilePopup.prefab"],
      ["", "Git LFS"],
    ],
    shell: [
      "rg -n --no-heading -B3 'm_MethodName: .' Assets -g '*.unity' -g '*.prefab' | rg 'm_MethodName|m_Target:'",
      `for m in $(rg -oIN -r '$1' 'm_MethodName: (\\w+)' Assets -g '*.prefab' | sort -u); do ${RG} "void $m\\(" Assets; done`,
    ],
  },
  {
    question: "Who uses each member of SessionManager, both overloads of GetPlayerData apart?",
    calls: [["script_refs_find", { name: "SessionManager", members: true }]],
    truth: [
      row("OnSessionStarted", "ServerBossRoomState", "86"),
      row("OnSessionEnded", "ServerPostGameState", "47"),
      row("OnServerEnded", "HostingState", "40"),
      row("DisconnectClient", "HostingState", "72"),
      row("IsDuplicateConnection", "HostingState", "160"),
      row("IsDuplicateConnection", "SessionManager", "115"),
      row("SetupConnectingPlayerSessionData", "StartingHostState", "53"),
      row("SetupConnectingPlayerSessionData", "HostingState", "129"),
      row("GetPlayerId", "HostingState", "64"),
      row("GetPlayerId", "SessionManager", "170"),
      row("GetPlayerData(string)", "HostingState", "67"),
      row("GetPlayerData(string)", "SessionManager", "173"),
      row("GetPlayerData(ulong)", "HostingState", "45"),
      row("GetPlayerData(ulong)", "PersistentPlayer", "46"),
      row("GetPlayerData(ulong)", "DebugCheatsManager", "297"),
      row("SetPlayerData", "ServerCharSelectState", "275"),
      row("SetPlayerData", "PersistentPlayer", "59"),
      row("SetPlayerData", "PlayerServerCharacter", "59"),
    ],
    not: ["ConnectionMethod"],
    shell: [
      `${RG} 'class SessionManager|public .*\\(' Packages/com.unity.multiplayer.samples.coop/Utilities/Net/SessionManager.cs; ${RG} '\\b(GetPlayerId|IsDuplicateConnection|SetupConnectingPlayerSessionData|DisconnectClient|OnSessionStarted|OnSessionEnded|OnServerEnded|GetPlayerData|SetPlayerData)\\b' Assets Packages`,
    ],
  },
  {
    question:
      "Which ScriptableObject actions are there, which override Cancel or BuffValue, and which assets has each?",
    calls: [
      ["script_hierarchy_find", { name: "Unity.BossRoom.Gameplay.Actions.Action", direction: "down", members: true }],
      ["script_asset_usages", { derived: "Unity.BossRoom.Gameplay.Actions.Action" }],
    ],
    truth: [
      ...CANCELLED.split(" ").map((type) => row(type, "Cancel")),
      ...["StunnedAction", "DashAttackAction", "ChargedShieldAction"].map((type) => row(type, "BuffValue")),
      row("MeleeAction", "OnStart"),
      row("TossAction", "OnStart"),
      row("DropAction", "OnStart"),
      row("AOEAction", "OnStart"),
      ["", "Git LFS"],
    ],
    shell: [
      `${RG} 'class \\w+|override' ${PLAY}/Action/ConcreteActions; for f in $(rg -l -tcs ': *(Launch\\w*)?Action$' ${PLAY}/Action/ConcreteActions); do echo $f; rg -l $(sed -n 's/^guid: //p' $f.meta) Assets -g '*.asset'; done; rg -l git-lfs Assets -g '*.asset' | wc -l`,
    ],
  },
  {
    question: "Who calls StartClientIp and the virtual StartClientIP of the states, two steps up?",
    calls: [["script_calls_find", { names: ["ConnectionState/StartClientIP", "ConnectionManager/StartClientIp"] }]],
    truth: [
      ["ConnectionManager.cs", "164"],
      ["IPUIMediator.cs", "105"],
      ...linesOf("ConnectionManagementTests.cs", 170, 492, 514),
    ],
  },
  {
    question: "Who calls ActionFactory.CreateActionFromData?",
    calls: [["script_calls_find", { name: "ActionFactory/CreateActionFromData" }]],
    truth: [
      ["ClientActionPlayer.cs", "108"],
      ["ClientActionPlayer.cs", "118"],
      ...linesOf("ServerActionPlayer.cs", 61, 237, 269),
    ],
  },
  {
    question: "Which message channels are there?",
    calls: [["script_hierarchy_find", { name: "IMessageChannel", direction: "down" }]],
    truth: [
      row("MessageChannel", "7"),
      row("NetworkedMessageChannel", "14"),
      row("BufferedMessageChannel", "5"),
      row("IBufferedMessageChannel", "21"),
    ],
  },
  {
    question: "Which fields of CharacterClass does Unity save?",
    calls: [["script_symbols_get", { path: `${PLAY}/Configuration/CharacterClass.cs` }]],
    truth: FIELDS.split(" ").map((field) => row(field, "serialized")),
  },
  {
    question: "What breaks if IsSwitchedOn of FloorSwitch gets another name?",
    calls: [["script_impact_find", { name: "FloorSwitch/IsSwitchedOn" }]],
    truth: [...linesOf("FloorSwitch.cs", 21, 42, 44, 64), ["SwitchedDoor.cs", "78"], ["", "Git LFS"]],
  },
  {
    question: "Which scripts belong to the assembly Unity.BossRoom.VisualEffects?",
    calls: [["script_project_check", { check: "scripts", name: "Unity.BossRoom.VisualEffects" }]],
    truth: [
      ["", "RandomizedLight.cs"],
      ["", "ScrollingMaterialUVs.cs"],
      ["", "SpecialFXGraphic.cs"],
    ],
    not: ["ClientMusicPlayer.cs"],
  },
  {
    question: "What is ClientReconnectingState, up to the first base?",
    calls: [["script_hierarchy_find", { name: "ClientReconnectingState", direction: "up" }]],
    truth: [row("ClientConnectingState", "11"), row("OnlineState", "6"), row("ConnectionState", "12")],
  },
  {
    question: "Where are the flags StunOnTrample and NotDamagedByPlayers used?",
    calls: [
      [
        "script_refs_find",
        {
          names: ["IDamageable/SpecialDamageFlags/StunOnTrample", "IDamageable/SpecialDamageFlags/NotDamagedByPlayers"],
        },
      ],
    ],
    truth: [
      ["TrampleAction.cs", "215"],
      ["Breakable.cs", "99"],
    ],
  },
  {
    question: "What does Breakable do when it receives hit points?",
    calls: [["script_read", { name: "Breakable/ReceiveHitPoints" }]],
    truth: [
      ["", "isNotDamagedByPlayers", "GetSpecialDamageFlags"],
      ["", "Mathf.Clamp", "m_MaxHealth.Value"],
    ],
  },
  {
    question: "Where is the default hit reaction used?",
    calls: [["script_refs_find", { name: "k_DefaultHitReact" }]],
    truth: [
      ["MeleeAction.Client.cs", "128"],
      ["FXProjectileTargetedAction.Client.cs", "82"],
    ],
  },
];
