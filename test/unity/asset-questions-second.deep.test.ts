/** Questions about the assets of two public projects under JIG_CORPUS on which nothing was tried before they were written. The truths were found by grep in the files. */
import { ask, read, users } from "./assets/questions.ts";

const SIGNS = "Assets/Prefabs/Environment/Signage/SignageMaterials";

ask({
  "ProjectSettings/ProjectSettings.asset:productName: Trash Dash": [
    {
      ask: "What does the rat hold?",
      calls: [read("Assets/Bundles/Themes/Default/Obstacles/ObstacleRat.prefab")],
      truth: [/"ObstacleRat"[^}]*PatrollingObstacle[^}]*BoxCollider/, /"Shadow"[^}]*MeshCollider/],
    },
    {
      ask: "How large is the rat's collider, and is it a trigger?",
      calls: [read("Assets/Bundles/Themes/Default/Obstacles/ObstacleRat.prefab", { component: "BoxCollider" })],
      truth: [/m_Size","Value":"[^"]*x: 1\.03, y: 0\.7, z: 0\.7/, /m_IsTrigger","Value":"1"/],
    },
    {
      ask: "Which sounds does it make while it patrols?",
      calls: [read("Assets/Bundles/Themes/Default/Obstacles/ObstacleRat.prefab", { field: "patrollingSound" })],
      truth: [/Rat\/RatLoop1\.ogg/, /Rat\/RatLoop2\.ogg/],
    },
    {
      ask: "Which accessories has the cat, and what do they cost?",
      calls: [
        read("Assets/Bundles/Characters/Cat/character.prefab", { field: "accessoryName" }),
        read("Assets/Bundles/Characters/Cat/character.prefab", { field: "cost" }),
      ],
      truth: [/"Safety"/, /"Smart"/, /"Party Hat"/, /"cost","Value":"2000"/, /"premiumCost","Value":"10"/],
    },
    {
      ask: "Which powerups are in the database?",
      calls: [read("Assets/Prefabs/Powerup/Consumables.asset")],
      truth: [/CoinMagnet\.prefab/, /ScoreMultiplier\.prefab/, /Invincibilty\.prefab/, /ExtraLife\.prefab/],
    },
    {
      ask: "How long does the magnet last, and may it be spawned?",
      calls: [read("Assets/Prefabs/Powerup/CoinMagnet.prefab", { component: "CoinMagnet" })],
      truth: [/duration","Value":"15"/, /canBeSpawned","Value":"1"/],
    },
    {
      ask: "What does the night theme cost, and how long are its zones?",
      calls: [
        read("Assets/Bundles/Themes/NightTime/themeData.asset", { field: "cost" }),
        read("Assets/Bundles/Themes/NightTime/themeData.asset", { field: "length" }),
      ],
      truth: [/"cost","Value":"1000"/, /premiumCost","Value":"15"/, /zones\[2\]\.length","Value":"500"/],
    },
    {
      ask: "Which clips do the states of the rat's animator play?",
      calls: [read("Assets/Animation/Animators/Rat.controller", { field: "m_Motion" })],
      truth: [/Rat_Run\.fbx/, /Rat_Death\.fbx/, /Run/, /Dead/],
    },
    {
      ask: "What uses the blob shadow's material?",
      calls: [users("Assets/Materials/BlobShadow.mat")],
      truth: [/PremiumCollectible\.prefab/, /Main\.unity/, /NightTime\/Obstacles\/ObstacleBin\.prefab/, /14/],
    },
    {
      ask: "How fast does the track go in the main scene?",
      calls: [read("Assets/Scenes/Main.unity", { object: "TrackManager", component: "TrackManager" })],
      truth: [/minSpeed","Value":"10"/, /maxSpeed","Value":"30"/, /Powerup\/Consumables\.asset/],
    },
  ],
  "ProjectSettings/ProjectSettings.asset:productName: Megacity": [
    {
      ask: "Which prefabs are variants of the ship's effects?",
      calls: [users("Assets/Prefabs/FX/ShipVFX_Parent.prefab")],
      truth: [/Var_Bion\.prefab/, /Var_Xencor\.prefab/, /Var_BigSun\.prefab/, /Var_BigSun_Perf\.prefab/],
    },
    {
      ask: "Is Bion's variant active, and which mesh does it set?",
      calls: [
        read("Assets/Prefabs/FX/ShipVFX_Var_Bion.prefab", { overrides: true, field: "m_IsActive" }),
        read("Assets/Prefabs/FX/ShipVFX_Var_Bion.prefab", { overrides: true, field: "m_NamedObject" }),
      ],
      truth: [/"m_IsActive","Value":"0"/, /bion_ship_001\.fbx/, /ShipMesh/],
    },
    {
      ask: "To which object does the camera manager point?",
      calls: [read("Assets/Prefabs/Camera/HybridCameraManager.prefab", { field: "CameraObject" })],
      truth: [/HybridCameraManager\/MainCamera \(GameObject\)/],
    },
    {
      ask: "How far does its camera see, and how wide?",
      calls: [read("Assets/Prefabs/Camera/HybridCameraManager.prefab", { component: "Camera", object: "MainCamera" })],
      truth: [/far clip plane","Value":"2500"/, /field of view","Value":"60"/],
    },
    {
      ask: "Which prefabs are pooled, how many of each at first?",
      calls: [read("Assets/Resources/PoolManager.prefab", { field: "_pools" })],
      truth: [/Var_Xencor\.prefab/, /Var_Bion\.prefab/, /Var_BigSun\.prefab/, /InitialSize","Value":"30"/],
    },
    {
      ask: "What does the single player's vehicle change of the other?",
      calls: [read("Assets/Prefabs/Vehicles/VehicleControlSinglePlayer.prefab", { overrides: true })],
      truth: [
        /SteeringSharpness","Value":"0\.2"/,
        // Three of its overrides name a collider that the other has no longer.
        /3 overrides name objects that their prefab does not hold/,
        /VehicleControlMultiplayer\.prefab/,
      ],
    },
    {
      ask: "Which components does it not have?",
      calls: [read("Assets/Prefabs/Vehicles/VehicleControlSinglePlayer.prefab")],
      truth: [/PlayerColorAuthoring/, /PlayerNameAuthoring/],
    },
    {
      ask: "Which shader and brightness has the sign?",
      calls: [read(`${SIGNS}/LitSignageA Variant 8.mat`)],
      truth: [/BacklitSign\.shadergraph/, /_SignBrightness(?:: |","Value":")2\.07/],
    },
    {
      ask: "Which material does the hologram's variant use instead, and what is it a variant of?",
      calls: [read("Assets/Prefabs/SetDressing/HolographicSign Variant.prefab", { overrides: true })],
      truth: [/Holograms\/Traffic-75\.mat/, /Assets\/Prefabs\/HolographicSign\.prefab/],
    },
    {
      ask: "What does the level's scene hold?",
      calls: [read("Assets/Scenes/Main/Level.unity")],
      truth: [/Git LFS pointer/],
    },
  ],
});
