/**
 * Questions about assets of three public projects in JIG_CORPUS: fifty in total, each in one or two calls and at most 1,500 tokens.
 * Expected answers were determined with grep beforehand.
 */
import { ask, type Question, read, users } from "./assets/questions.ts";

/** By product name, so that the folder name doesn't matter. */
const PROJECTS: Record<string, Question[]> = {
  "Packages/manifest.json:com.unity.netcode.gameobjects": [
    {
      ask: "What does this prefab hold?",
      calls: [read("Assets/Prefabs/Game/Arrow.prefab")],
      truth: [/"Arrow"/, /SphereCollider/, /ArrowGraphics/, /Assets\/VFX\/Prefabs\/Archer\/fx_ArrowGraphics\.prefab/],
    },
    {
      ask: "Which values does this variant override?",
      calls: [read("Assets/Prefabs/Character/ImpBoss.prefab", { overrides: true })],
      truth: [
        /"m_Radius","Value":"3"/,
        /"m_Height","Value":"8"/,
        /"m_Center\.y","Value":"4"/,
        /m_KilledDestroyDelaySeconds","Value":"-1"/,
      ],
    },
    {
      ask: "What is it a variant of?",
      calls: [read("Assets/Prefabs/Character/ImpBoss.prefab")],
      truth: [/"Prefab":"Assets\/Prefabs\/Character\/Enemy\.prefab"/],
    },
    {
      ask: "Which prefabs reference this material?",
      calls: [users("Assets/Material/Characters/Toon/Weapons_Archer.mat")],
      truth: [
        /Archer_weapon_Boy\.prefab/,
        /Gear_LS_Archer_Quiver_Girl\.prefab/,
        /fx_ChargedArrow3Graphics\.prefab/,
        /8/,
      ],
    },
    {
      ask: "Which prefabs are made from Character.prefab?",
      calls: [users("Assets/Prefabs/Character/Character.prefab")],
      truth: [/Enemy\.prefab/, /PlayerAvatar\.prefab/],
    },
    {
      ask: "How large is the arrow's collider?",
      calls: [read("Assets/Prefabs/Game/Arrow.prefab", { object: "Arrow", component: "SphereCollider" })],
      truth: [/m_Radius","Value":"0\.2"/, /z: 0\.6/],
    },
    {
      ask: "What scale do the arrow's graphics have here?",
      calls: [read("Assets/Prefabs/Game/Arrow.prefab", { object: "ArrowGraphics", component: "Transform" })],
      truth: [/x: 1\.5, y: 1\.5, z: 1\.5","Origin":"override"/],
    },
    {
      ask: "Which shader and cutoff has this material?",
      calls: [
        read("Assets/Material/Characters/Toon/Weapons_Archer.mat", { field: "m_Shader" }),
        read("Assets/Material/Characters/Toon/Weapons_Archer.mat", { field: "_Cutoff" }),
      ],
      truth: [/Assets\/Shaders\/SG_Toon\.shadergraph/, /_Cutoff","Value":"0\.5"/],
    },
    {
      ask: "Which prefabs use this script?",
      calls: [users("Assets/Scripts/Gameplay/GameplayObjects/Character/ServerCharacter.cs")],
      truth: [/Character\.prefab/, /PlayerAvatar\.prefab/],
    },
    {
      ask: "Which object of the player has the client's script?",
      calls: [read("Assets/Prefabs/Character/PlayerAvatar.prefab")],
      truth: [/"PlayerGraphics"[^}]*ClientCharacter/],
    },
    {
      ask: "Which field of view has the free-look camera?",
      calls: [read("Assets/Prefabs/GameCam/CMCameraPrefab.prefab", { object: "CMFreeLook", field: "FieldOfView" })],
      truth: [/\.FieldOfView","Value":"40"/],
    },
    {
      ask: "What does this asset hold, whose content is in Git LFS?",
      calls: [read("Assets/GameData/Character/ImpBoss/ImpBoss.asset")],
      truth: [/Git LFS pointer/],
    },
    {
      ask: "How many players may connect?",
      calls: [read("Assets/Prefabs/ConnectionManager.prefab", { field: "MaxConnectedPlayers" })],
      truth: [/MaxConnectedPlayers","Value":"8"/],
    },
    {
      ask: "What does the connection manager spawn, and is it there?",
      calls: [read("Assets/Prefabs/ConnectionManager.prefab", { field: "m_NetworkObjectsToSpawn" })],
      truth: [/missing/, /3af96a32/],
    },
    {
      ask: "Which prefabs are pooled, and how many of each?",
      calls: [read("Assets/Prefabs/NetworkObjectPool.prefab", { field: "PooledPrefabsList", depth: 6 })],
      truth: [/Game\/Arrow\.prefab/, /Game\/ImpTossedItem\.prefab/, /PrewarmCount","Value":"5"/],
    },
    {
      ask: "Which material has the shadow?",
      calls: [read("Assets/Prefabs/Shadow.prefab", { field: "m_Materials" })],
      truth: [/Characters\/Character_Shadow\.mat/],
    },
    {
      ask: "What uses that material?",
      calls: [users("Assets/Material/Characters/Character_Shadow.mat")],
      truth: [/Prefabs\/Shadow\.prefab/],
    },
    {
      ask: "Which prefabs contain the shadow?",
      calls: [users("Assets/Prefabs/Shadow.prefab")],
      truth: [/PlayerGraphics\.prefab/, /BossGraphics\.prefab/, /\/ImpGraphics\.prefab/, /VandalImpGraphics\.prefab/],
    },
    {
      ask: "Which prefab contains the graphics of the tossed item?",
      calls: [users("Assets/Prefabs/Game/ImpTossedItemGraphics.prefab")],
      truth: [/Game\/ImpTossedItem\.prefab/],
    },
    {
      ask: "How fast does the click feedback move?",
      calls: [read("Assets/Prefabs/Click_Feedback.prefab", { field: "lerpSpeed" })],
      truth: [/lerpSpeed","Value":"0\.03"/],
    },
    {
      ask: "After how long is the click feedback disabled, and by what is it animated?",
      calls: [
        read("Assets/Prefabs/Click_Feedback.prefab", { field: "m_DisabledDelay" }),
        read("Assets/Prefabs/Click_Feedback.prefab", { field: "m_Controller" }),
      ],
      truth: [/m_DisabledDelay","Value":"0\.75"/, /Models\/ClickFeedbackController\.controller/],
    },
    {
      ask: "Which characters are in the game's data?",
      calls: [read("Assets/Prefabs/GameDataSource.prefab", { field: "m_CharacterData" })],
      truth: [/Character\/Archer\/Archer\.asset/],
    },
    {
      ask: "Which action revives?",
      calls: [read("Assets/Prefabs/GameDataSource.prefab", { field: "m_ReviveActionPrototype" })],
      truth: [/Action\/General\/Revive\.asset/],
    },
    {
      ask: "Which tick rate and player prefab has the network?",
      calls: [
        read("Assets/Prefabs/NetworkingManager.prefab", { field: "TickRate" }),
        read("Assets/Prefabs/NetworkingManager.prefab", { field: "PlayerPrefab" }),
      ],
      truth: [/TickRate","Value":"30"/, /Character\/PersistentPlayer\.prefab/],
    },
    {
      ask: "What does the message slot's variant change, and of what?",
      calls: [
        read("Assets/Prefabs/UI/MessageSlot Variant.prefab", { overrides: true }),
        read("Assets/Prefabs/UI/MessageSlot Variant.prefab", { depth: 0 }),
      ],
      truth: [/m_SizeDelta","Value":"x: 420, y: 60"/, /UI\/MessageSlot\.prefab/],
    },
    {
      ask: "What replaces the pot when it breaks?",
      calls: [read("Assets/Prefabs/Game/BreakablePot.prefab", { field: "m_BrokenPrefab" })],
      truth: [/pots\/env_pot_break_parent\.prefab/],
    },
    {
      ask: "How much health has the pot?",
      calls: [read("Assets/Prefabs/Game/BreakablePot.prefab", { field: "m_MaxHealth" })],
      truth: [/EnemySpawner\/BaseHP\.asset/],
    },
    {
      ask: "How large is the pot's collider?",
      calls: [read("Assets/Prefabs/Game/BreakablePot.prefab", { component: "CapsuleCollider" })],
      truth: [/m_Radius","Value":"1"/, /m_Height","Value":"2"/, /y: 1/],
    },
    {
      ask: "Where are breakable pots placed?",
      calls: [users("Assets/Prefabs/Game/BreakablePot.prefab")],
      truth: [/TransitionAreaStatic/, /EntranceStatic/, /BossRoomStatic/],
    },
    {
      ask: "Which prefab uses the door's script?",
      calls: [users("Assets/Scripts/Gameplay/GameplayObjects/SwitchedDoor.cs")],
      truth: [/InteractiveBossDoor\.prefab/],
    },
    {
      ask: "Which canvas has the players' seats?",
      calls: [users("Assets/Prefabs/UI/PlayerSeatTemplate.prefab")],
      truth: [/CharacterSelectCanvas\.prefab/],
    },
    {
      ask: "How bright are the lights of the environment?",
      calls: [read("Assets/Prefabs/Dungeon/EnvLighting_Realtime.prefab", { field: "m_Intensity" })],
      truth: [/1135\.3/, /5\.11/],
    },
    {
      ask: "Which graphics does the third charged arrow nest?",
      calls: [read("Assets/Prefabs/Game/ChargedArrow3.prefab")],
      truth: [/Archer\/fx_ChargedArrow3Graphics\.prefab/, /SphereCollider/],
    },
    {
      ask: "For which resolution is the HUD made?",
      calls: [read("Assets/Prefabs/UI/BossRoomHudCanvas.prefab", { field: "m_ReferenceResolution" })],
      truth: [/\.x","Value":"1920"/, /\.y","Value":"1080"/],
    },
  ],
  "ProjectSettings/ProjectSettings.asset:productName: Mirror": [
    {
      ask: "How heavy is the ball of Pong, and what is frozen?",
      calls: [read("Assets/Mirror/Examples/Pong/Prefabs/Ball.prefab", { component: "Rigidbody2D" })],
      truth: [/m_Mass","Value":"0\.0001"/, /m_Constraints","Value":"4"/],
    },
    {
      ask: "What does the ball look like?",
      calls: [read("Assets/Mirror/Examples/Pong/Prefabs/Ball.prefab", { field: "m_Sprite" })],
      truth: [/Pong\/Sprites\/Ball\.png/],
    },
    {
      ask: "What does the ball hold?",
      calls: [read("Assets/Mirror/Examples/Pong/Prefabs/Ball.prefab")],
      truth: [/SpriteRenderer/, /BoxCollider2D/, /NetworkIdentity/],
    },
    {
      ask: "How hard is a shell fired, and how long does it fly?",
      calls: [
        read("Assets/Mirror/Examples/Tanks/Prefabs/Projectile.prefab", { field: "force" }),
        read("Assets/Mirror/Examples/Tanks/Prefabs/Projectile.prefab", { field: "destroyAfter" }),
      ],
      truth: [/force","Value":"2000"/, /destroyAfter","Value":"2"/],
    },
    {
      ask: "Who fires it?",
      calls: [users("Assets/Mirror/Examples/Tanks/Prefabs/Projectile.prefab")],
      truth: [/Tanks\/Prefabs\/Tank\.prefab/, /MirrorTanks\.unity/, /EdgegapLobbyTanks\.unity/],
    },
    {
      ask: "How much health has a tank?",
      calls: [read("Assets/Mirror/Examples/Tanks/Prefabs/Tank.prefab", { field: "health" })],
      truth: [/\.health","Value":"5"|"health","Value":"5"/],
    },
    {
      ask: "How many may play Pong, and how often is it sent?",
      calls: [
        read("Assets/Mirror/Examples/Pong/Scenes/MirrorPong.unity", { field: "maxConnections" }),
        read("Assets/Mirror/Examples/Pong/Scenes/MirrorPong.unity", { field: "sendRate" }),
      ],
      truth: [/maxConnections","Value":"4"/, /sendRate","Value":"60"/],
    },
    {
      ask: "Where is the frame counter used?",
      calls: [users("Assets/Mirror/Components/Profiling/Prefabs/FPSMinMaxAvg.prefab")],
      truth: [/Profiling\/Prefabs\/GraphCanvas\.prefab/],
    },
  ],
  "ProjectSettings/ProjectSettings.asset:productName: FPSSample": [
    {
      ask: "What is the product called?",
      calls: [read("ProjectSettings/ProjectSettings.asset")],
      truth: [/productName","Value":"FPSSample"/],
    },
    { ask: "How long is a fixed step?", calls: [read("ProjectSettings/TimeManager.asset")], truth: [/0\.016666668/] },
    { ask: "What is gravity?", calls: [read("ProjectSettings/DynamicsManager.asset")], truth: [/y: -9\.81/] },
    {
      ask: "Which scenes are built?",
      calls: [read("ProjectSettings/EditorBuildSettings.asset", { depth: 3 })],
      truth: [/Assets\/Scenes\/bootstrapper\.unity/, /Assets\/Scenes\/empty\.unity/],
    },
    {
      ask: "Which layers are there?",
      calls: [read("ProjectSettings/TagManager.asset", { depth: 2 })],
      truth: [/TransparentFX/, /Ignore Raycast/, /Water/],
    },
    {
      ask: "How many objects has this prefab?",
      calls: [read("Assets/Resources/Prefabs/ClientFrontend.prefab", { depth: 1 })],
      truth: [/"ObjectCount":192/],
    },
    {
      ask: "Which prefab is nested in the weapon?",
      calls: [read("Assets/Prefabs/Weapons/TerraformerWeapon/Item_TerraformerWeapon_1P.prefab", { depth: 1 })],
      truth: [/Timeline_GrenadeRefill/, /PrimFireEffect/],
    },
    {
      ask: "Which effects does the weapon have?",
      calls: [read("Assets/Prefabs/Weapons/TerraformerWeapon/Item_TerraformerWeapon_1P.prefab")],
      truth: [/SecFireEffect/, /MuzzleFlare_Primary/, /Timeline_Reload/],
    },
  ],
};

ask(PROJECTS);
