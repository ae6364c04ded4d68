/** Questions about assets of four public projects in JIG_CORPUS that were new to us. Expected answers are from grep. */
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
        // Three of its overrides refer to a collider that's gone.
        /3 overrides name objects that their prefab does not contain/,
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
  "ProjectSettings/ProjectSettings.asset:productName: NavMeshComponents": [
    {
      ask: "What is on the plank?",
      calls: [read("Assets/Examples/Prefabs/Plank.prefab")],
      truth: [/Rigidbody/, /BoxCollider/, /EnableIffSleeping/, /NavMeshSourceTag/, /MeshRenderer/],
    },
    {
      ask: "Which behaviour is switched on when the plank sleeps, and is it off now?",
      calls: [
        read("Assets/Examples/Prefabs/Plank.prefab", { field: "m_Behaviour" }),
        read("Assets/Examples/Prefabs/Plank.prefab", { component: "NavMeshSourceTag" }),
      ],
      truth: [/Plank \(NavMeshSourceTag\)/, /m_Enabled","Value":"0"/],
    },
    {
      ask: "How large is the plank?",
      calls: [read("Assets/Examples/Prefabs/Plank.prefab", { field: "m_LocalScale" })],
      truth: [/x: 2, y: 0\.1, z: 4|m_LocalScale\.y","Value":"0\.1"/],
    },
    {
      ask: "What uses the red material?",
      calls: [users("Assets/Examples/Materials/red.mat")],
      truth: [/Plank\.prefab/],
    },
    {
      ask: "What does the plank spawner spawn, at which key?",
      calls: [read("Assets/Examples/Scenes/2_drop_plank.unity", { object: "PlankSpawner" })],
      truth: [/Prefabs\/Plank\.prefab/, /m_KeyCode","Value":"32"/],
    },
    {
      ask: "Which tiles does the dungeon use, how many in each direction?",
      calls: [read("Assets/Examples/Scenes/7_dungeon.unity", { object: "Dungeon", component: "DungeonManager" })],
      truth: [/m_Width","Value":"6"/, /m_Spacing","Value":"4"/, /Tile0\.prefab/, /Tile15\.prefab/],
    },
    {
      ask: "Which agents are the surfaces of the first scene for, and where is their data?",
      calls: [
        read("Assets/Examples/Scenes/1_multiple_agent_sizes.unity", { field: "m_AgentTypeID" }),
        read("Assets/Examples/Scenes/1_multiple_agent_sizes.unity", { field: "m_NavMeshData" }),
      ],
      truth: [/-1372625422/, /NavMesh-Geometry 1\.asset/, /NavMesh-Geometry\.asset/],
    },
    {
      ask: "Which trees and tiles does the world builder make, how many for a tile?",
      calls: [read("Assets/Examples/Scenes/4_sliding_window_infinite.unity", { object: "WorldBuilder" })],
      truth: [
        /GroundTile\.prefab/,
        /BanyanTree\.prefab/,
        /m_InstancesPerTile","Value":"10"/,
        /m_PoolSize","Value":"250"/,
      ],
    },
    {
      ask: "Which materials has the tree?",
      calls: [read("Assets/Examples/Prefabs/BanyanTree.prefab", { component: "MeshRenderer" })],
      truth: [/Materials\/brown\.mat/, /Materials\/green\.mat/],
    },
    {
      ask: "Which scenes have links between surfaces?",
      calls: [users("Assets/NavMeshComponents/Scripts/NavMeshLink.cs")],
      truth: [/"total":0/, /20 assets are not text: 20 are binary/],
    },
    {
      ask: "What do the areas of the project cost?",
      calls: [read("ProjectSettings/NavMeshAreas.asset", { field: "areas[2]" })],
      truth: [/areas\[2\]\.name","Value":"Jump"/, /areas\[2\]\.cost","Value":"2"/],
    },
  ],
  "ProjectSettings/ProjectSettings.asset:productName: WebLoadingTest": [
    {
      ask: "What does the spawner spawn, how often, how many at most?",
      calls: [read("Assets/Prefabs/Spawner.prefab", { component: "ObjectSpawner" })],
      truth: [/RigidbodyCube\.prefab/, /spawnCoolDownSeconds","Value":"0\.4"/, /maxInstances","Value":"1000"/],
    },
    {
      ask: "How many spawners does the scene make?",
      calls: [read("Assets/Scenes/Main.unity", { field: "spawnerCount" })],
      truth: [/spawnerCount","Value":"5"/, /Spawners/],
    },
    {
      ask: "What is in the scene?",
      calls: [read("Assets/Scenes/Main.unity")],
      truth: [/"CameraPivot"/, /"RotatingCube"/, /"InvisibleColliders"/, /"LoadingTimeTracker"[^}]*WebToolTimeTracker/],
    },
    {
      ask: "What turns in the scene, how fast?",
      calls: [read("Assets/Scenes/Main.unity", { field: "degreePerSecond" })],
      truth: [
        /degreePerSecond","Value":"45"/,
        /degreePerSecond","Value":"90"/,
        /"Object":"[^"]*(?:RotatingCube|CameraPivot)"/,
      ],
    },
    {
      ask: "How is the cube's body simulated?",
      calls: [read("Assets/Prefabs/RigidbodyCube.prefab", { component: "Rigidbody" })],
      truth: [/m_CollisionDetection","Value":"1"/, /m_AngularDrag","Value":"0\.05"/, /m_Mass","Value":"1"/],
    },
    {
      ask: "Which cursor does it show?",
      calls: [read("Assets/Prefabs/RigidbodyCube.prefab", { field: "CursorEnteredName" })],
      truth: [/CursorEnteredName","Value":"pointer"/],
    },
    {
      ask: "Who uses the default material?",
      calls: [users("Assets/Materials/Default.mat")],
      truth: [/RigidbodyCube\.prefab/, /Main\.unity/],
    },
    {
      ask: "Is the ground's material smooth, and does it cull?",
      calls: [read("Assets/Materials/Ground.mat", { field: "m_Floats" })],
      truth: [/_Smoothness(?:: |","Value":")0\b/, /_Cull(?:: |","Value":")2\b/],
    },
    {
      ask: "How long is a step of physics?",
      calls: [read("ProjectSettings/TimeManager.asset")],
      truth: [/Fixed Timestep","Value":"0\.02"/],
    },
  ],
});
