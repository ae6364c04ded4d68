/** Questions about assets of two public projects in JIG_CORPUS that were new to us. Expected answers were determined beforehand. */
import { ask, read, users } from "./assets/questions.ts";

const ORB = "Assets/Discover/DroneRage/PowerUps/HealthOrb.prefab";
const DRONE = "Assets/Discover/DroneRage/Enemies/Drone.prefab";
const AVATAR = "Assets/Prefabs/Characters/Avatar.prefab";
const CHEST = "Assets/Prefabs/Props/Chest_CarryableObject.prefab";

ask({
  "ProjectSettings/ProjectSettings.asset:productName: Discover": [
    {
      ask: "What does the health orb hold?",
      calls: [read(ORB)],
      truth: [/"HealthOrb"[^}]*HealthPowerUp[^}]*Rigidbody[^}]*DroneRageAutoCleanup/, /DroneRage_HealAppear\.prefab/],
    },
    {
      ask: "How long does it live, and how much does it heal?",
      calls: [read(ORB, { component: "HealthPowerUp" })],
      truth: [/m_lifetime","Value":"20"/, /m_healing","Value":"20"/, /m_floatHeightFloor","Value":"1\.2192"/],
    },
    {
      ask: "Which layer is it on, and what is that layer called?",
      calls: [read(ORB, { field: "m_Layer" }), read("ProjectSettings/TagManager.asset", { field: "layers" })],
      truth: [/m_Layer","Value":"19/, /PowerUps/],
    },
    {
      ask: "Which prefabs use the pistol?",
      calls: [users("Assets/Discover/DroneRage/Weapons/Prefabs/Pistol.prefab")],
      truth: [/DroppedPistol\.prefab/, /NetworkedPistol\.prefab/],
    },
    {
      ask: "What does the network variant of the first-run pages override?",
      calls: [read("Assets/Discover/Prefabs/NUX/Network_NUX Variant.prefab", { overrides: true })],
      truth: [/m_nuxKey","Value":"\\?"?NUX_Network/, /m_Sprite/, /"Prefab":"Assets\/[^"]*NUX[^"]*\.prefab"/],
    },
    {
      ask: "Which app manifests are in the list, and which prefab does the drone game start?",
      calls: [
        read("Assets/Discover/Configs/AppList.asset"),
        read("Assets/Discover/Configs/AppManifests/DroneRage.asset"),
      ],
      truth: [
        /AppManifests\/Bike\.asset/,
        /AppManifests\/DroneRage\.asset/,
        /DroneRageNetworkApplication\.prefab/,
        /Drone Rage/,
      ],
    },
    {
      ask: "How heavy is the drone, and how fast may it fly?",
      calls: [
        read(DRONE, { object: "Drone", component: "Rigidbody", field: "m_Mass" }),
        read(DRONE, { object: "Drone", field: "m_movementSettings" }),
      ],
      truth: [/m_Mass","Value":"4"/, /MaxVelocity[^}]*8/, /MaxAcceleration[^}]*18/],
    },
    {
      ask: "How far does its proximity sensor reach, and is it a trigger?",
      calls: [read(DRONE, { object: "ProxSensor", component: "SphereCollider" })],
      truth: [/m_Radius","Value":"0\.37"/, /m_IsTrigger","Value":"1"/],
    },
    {
      ask: "Which effect shows where the drone is hit?",
      calls: [read(DRONE, { field: "m_impactPrefab" })],
      truth: [/Weapons\/Prefabs\/BulletImpactDron\w*\.prefab/],
    },
    {
      ask: "Which prefabs does the main scene hold at its top?",
      calls: [read("Assets/Discover/Scenes/Discover.unity", { depth: 0 })],
      truth: [/"DiscoverAppController"/, /"DiscoverCameraRig"/, /"NUXManager"/, /"AppStartup"/],
    },
  ],
  "ProjectSettings/ProjectSettings.asset:productName: Social Hub Sample": [
    {
      ask: "How fast does the avatar sprint, and how does it jump?",
      calls: [read("Assets/ScriptableObjects/AvatarPhysicsPlayerControllerSettings.asset")],
      truth: [/SprintSpeed","Value":"30"/, /JumpImpusle","Value":"80"/, /GroundCheckDistance","Value":"1\.1"/],
    },
    {
      ask: "Which asset gives the avatar these settings?",
      calls: [read(AVATAR, { field: "m_PhysicsPlayerControllerSettings" })],
      truth: [/ScriptableObjects\/AvatarPhysicsPlayerControllerSettings\.asset/],
    },
    {
      ask: "Which tag, mass and constraints has the avatar?",
      calls: [
        read(AVATAR, { object: "Avatar", field: "m_TagString" }),
        read(AVATAR, { object: "Avatar", component: "Rigidbody", depth: 1 }),
      ],
      truth: [/m_TagString","Value":"\\?"?Player/, /m_Mass","Value":"10"/, /m_Constraints","Value":"80/],
    },
    {
      ask: "Which prefab does the spawner make for a player?",
      calls: [read("Assets/Prefabs/Gameplay/PlayerSpawner.prefab", { component: "PlayerSpawner" })],
      truth: [/m_PlayerPrefab","Value":"Assets\/Prefabs\/Characters\/Avatar\.prefab/],
    },
    {
      ask: "Which values does the carried chest override: health, respawn, mass, tag?",
      calls: [read(CHEST, { overrides: true })],
      truth: [
        /m_StartingHealth","Value":"10"/,
        /m_SecondsUntilRespawn","Value":"5"/,
        /m_Mass","Value":"5"/,
        /PickUpItem/,
        /CarryableObjectTemplate\.prefab/,
      ],
    },
    {
      ask: "Which prefabs use the chest's material?",
      calls: [users("Assets/Art/Props/Chest/Chest.mat")],
      truth: [/Props\/Chest\.prefab/, /Rubble_Chest\.prefab/],
    },
    {
      ask: "Which prefabs carry a transferable object?",
      calls: [users("Assets/Scripts/Gameplay/TransferableObject.cs")],
      truth: [/Chest_CarryableObject\.prefab/, /Pottery_CarryableObject\.prefab/, /CarryableObjectTemplate\.prefab/],
    },
    {
      ask: "What light is the fire, how far does it reach, does it cast shadows?",
      calls: [read("Assets/Prefabs/Effects/FireLight.prefab", { component: "Light" })],
      truth: [/m_Type","Value":"2/, /m_Range","Value":"5"/, /0\.6628427/, /m_Shadows[^}]*m_Type: 0/],
    },
    {
      ask: "Which clips do the cook's states play, and which state is in the air?",
      calls: [read("Assets/Art/Characters/PigChef/Animation/PigChef.controller", { field: "m_Motion" })],
      truth: [/"InAir"/, /"Carry"/, /"ThrowAnticipation"/, /PigChef[^"]*\.anim/],
    },
    {
      ask: "What did the extinguished torch's variant change, and how large is its collider?",
      calls: [
        read("Assets/Prefabs/Props/TorchOff.prefab", { overrides: true }),
        read("Assets/Prefabs/Props/TorchOff.prefab", { component: "CapsuleCollider", field: "m_Radius" }),
      ],
      truth: [/m_Materials\[0\]/, /m_StaticEditorFlags","Value":"123/, /m_Radius","Value":"0\.07"/],
    },
  ],
});
