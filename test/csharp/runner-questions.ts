/** Twenty questions about Unity-Technologies/EndlessRunnerSampleGame with expected answers. */
import { ABOVE, linesOf, type ProjectQuestion, RG, row } from "./project-questions.ts";

const SCRIPTS = "Assets/Scripts";
const OBSTACLES = `${SCRIPTS}/Obstacles`;
const POWERS = `${SCRIPTS}/Consumable/Types`;
const THEMES = "Assets/Bundles/Themes";

function prefabs(folder: string, ...names: string[]): [string, string][] {
  return names.map((name) => ["", `${folder}/${name}.prefab`]);
}

const DELEGATES = ["modifyMultiply", "newSegmentCreated", "currentSegementChanged"].map(
  (name) => `TrackManager/${name}`,
);
/** Methods that change the premium currency. */
const OF_PLAYER = ["ClaimMission", "NewSave", "Read"].map((name) => `PlayerData/${name}`);
const BUYERS = ["Accessories", "Character", "Item", "Theme"].map((what) => `Shop${what}List/Buy`);
const OTHER_WRITERS = [
  "PlayerDataEditor/GiveCoins",
  "CharacterCollider/OnTriggerEnter",
  "GameState/PremiumForLife",
].concat(["IAPHandler/ProductBought", "ShopUI/CheatCoin"]);

export const RUNNER_QUESTIONS: ProjectQuestion[] = [
  {
    question: "Which consumables are there, which members does each override, and which prefabs carry each?",
    calls: [
      ["script_hierarchy_find", { name: "Consumable", direction: "down", members: true }],
      ["script_asset_usages", { derived: "Consumable" }],
    ],
    truth: [
      row("CoinMagnet", "GetConsumableName", "GetConsumableType", "GetPrice", "GetPremiumCost", "Tick"),
      row("ExtraLife", "GetConsumableType", "GetPremiumCost", "CanBeUsed", "Started"),
      row("Invincibility", "GetConsumableType", "Tick", "Started", "Ended"),
      row("Score2Multiplier", "GetConsumableType", "Started", "Ended"),
      ...prefabs("Powerup", "CoinMagnet", "ExtraLife", "Invincibilty", "ScoreMultiplier"),
    ],
    shell: [
      `${RG} ': Consumable\\b|override' ${SCRIPTS}/Consumable; for f in ${POWERS}/*.cs; do echo $f; rg -l $(sed -n 's/^guid: //p' $f.meta) Assets -g '!*.meta'; done`,
    ],
  },
  {
    question:
      "Which prefabs carry PatrollingObstacle, which track segments can place those, and in which themes are these?",
    calls: [["script_asset_usages", { path: "Assets/Scripts/Obstacles/PatrollingObstacle.cs", depth: 3 }]],
    truth: [
      ...prefabs("Default/Obstacles", "ObstacleRat"),
      ...prefabs("NightTime/Obstacles", "ObstacleRat"),
      ...prefabs("Default/Industrial", "IndustrialWarehouse02", "IndustrialWarehouse03"),
      ...prefabs("Default/Suburbs", "SuburbsHouse03"),
      ...prefabs("Default/Urban", "UrbanBuilding02", "UrbanDumpsters01"),
      ...prefabs("NightTime/Industrial", "IndustrialWarehouse01", "IndustrialWarehouse02", "IndustrialWarehouse03"),
      ...prefabs("NightTime/Suburbs", "SuburbsHouse02", "SuburbsHouse03"),
      ...prefabs("NightTime/Urban", "UrbanBuilding03", "UrbanDumpsters01", "UrbanRoadTSection"),
      ["", `${THEMES}/Default/themeData.asset`],
      ["", `${THEMES}/NightTime/themeData.asset`],
    ],
    shell: [`${ABOVE} ${OBSTACLES}/PatrollingObstacle.cs`],
  },
  {
    question:
      "Which missions are there, which override HaveProgressBar, and who calls the members that all of them override?",
    calls: [
      ["script_hierarchy_find", { name: "MissionBase", direction: "down", members: true }],
      [
        "script_calls_find",
        {
          names: [
            "MissionBase/Created",
            "MissionBase/RunStart",
            "MissionBase/Update",
            "MissionBase/GetMissionType",
            "MissionBase/GetMissionDesc",
            "MissionBase/HaveProgressBar",
          ],
        },
      ],
    ],
    truth: [
      row("SingleRunMission", "HaveProgressBar", "Created", "RunStart", "Update"),
      row("MultiplierMission", "HaveProgressBar", "Created", "RunStart", "Update"),
      row("PickupMission", "Created", "GetMissionDesc", "GetMissionType"),
      row("BarrierJumpMission", "Created", "GetMissionDesc", "GetMissionType"),
      row("SlidingMission", "Created", "GetMissionDesc", "GetMissionType"),
      ["PlayerData.cs", "121"],
      ["PlayerData.cs", "130"],
      ["PlayerData.cs", "138"],
      ["PlayerData.cs", "441"],
      ["UI/MissionEntry.cs", "17"],
    ],
    shell: [
      `${RG} ': MissionBase|override|abstract' ${SCRIPTS}/Missions; ${RG} '\\.(Created|RunStart|Update|GetMissionType|GetMissionDesc|HaveProgressBar)\\(' Assets`,
    ],
  },
  {
    question:
      "Who changes the premium currency that a player owns (not that of a run), and who calls the methods that do?",
    calls: [
      ["script_refs_find", { name: "PlayerData/premium" }],
      ["script_calls_find", { names: [...OF_PLAYER, ...BUYERS, ...OTHER_WRITERS] }],
    ],
    truth: [
      ["CharacterCollider.cs", "113"],
      ...linesOf("PlayerData.cs", 154, 221, 226, 245, 268, 320, 479),
      ...linesOf("ShopAccessoriesList.cs", 96, 161),
      ...linesOf("ShopCharacterList.cs", 52, 96),
      ...linesOf("ShopItemList.cs", 57, 95),
      ...linesOf("ShopThemeList.cs", 50, 95),
      ["ShopUI.cs", "114"],
      ["IAPHandler.cs", "38"],
      ["GameState.cs", "434"],
      ["MissionUI.cs", "58"],
      ["DataDeleteConfirmation.cs", "20"],
      row("GameState/PremiumForLife", "Main.unity"),
      row("ShopUI/CheatCoin", "Shop.unity"),
      row("OnTriggerEnter", "Unity calls it"),
      row("GiveCoins", "an attribute"),
    ],
    not: ["GameState.cs:438", "TrackManager.cs:233"],
    shell: [
      `${RG} '\\bpremium\\b' Assets; ${RG} '\\b(ClaimMission|NewSave|Read|GiveCoins|Buy|CheatCoin|ProductPurchased|PremiumForLife)\\(' Assets`,
    ],
  },
  {
    question: "Which methods do UnityEvents call, how often, from which asset, and do they exist?",
    calls: [["script_project_check", { check: "events" }]],
    truth: [
      ["MissionUI.cs", "CallOpen", "2"],
      ["LoadoutState.cs", "ChangeAccessory", "2"],
      ["LoadoutState.cs", "ChangeTheme", "2"],
      ["ShopUI.cs", "CheatCoin"],
      ["Leaderboard.cs", "Close"],
      ["MissionUI.cs", "Close"],
      ["SettingPopup.cs", "Close"],
      ["DataDeleteConfirmation.cs", "Confirm"],
      ["GameState.cs", "FinishTutorial"],
      ["GameState.cs", "PremiumForLife"],
      ["GameOverState.cs", "GoToStore"],
      ["LoadoutState.cs", "GoToStore"],
      ["", "missing", "MovePage", "2"],
      ["OpenURL.cs", "OpenURLOnClick"],
      ["AdsForMission.cs", "ShowAds"],
      ["StartButton.cs", "StartGame"],
      ["CharacterInputController.cs", "UseInventory"],
      ["", "missing", "onPageCountChanged"],
      ["", "of the engine", "AudioSource/Play", "21"],
      ["", "of the engine", "GameObject/SetActive", "2"],
      ["", "AddMissionButton.prefab"],
      ["", "Shop.unity"],
      ["", "Start.unity"],
    ],
    shell: [
      `rg -n --no-heading -B4 'm_MethodName: .' Assets -g '*.unity' -g '*.prefab' | rg 'm_MethodName|m_Target:'`,
      `for m in $(rg -oIN -r '$1' 'm_MethodName: (\\w+)' Assets -g '*.prefab' -g '*.unity' | sort -u); do ${RG} "void $m\\(" Assets; done`,
    ],
  },
  {
    question:
      "Which run modifiers are there, what does each override, where are those called, and which is ever created?",
    calls: [
      ["script_hierarchy_find", { name: "Modifier", direction: "down", members: true }],
      ["script_refs_find", { path: "Assets/Scripts/GameManager/Modifier.cs", members: true }],
    ],
    truth: [
      row("LimitedLengthRun", "OnRunTick", "OnRunStart", "OnRunEnd"),
      row("SeededRun", "OnRunStart", "OnRunEnd"),
      row("SingleLifeRun", "OnRunTick", "OnRunStart", "OnRunEnd"),
      row("Modifier:", "GameState/currentModifier", "59", "LoadoutState/m_CurrentModifier", "66", "129"),
      ...["LimitedLengthRun:", "SeededRun:", "SingleLifeRun:"].map((type) => row(type, "no use")),
      row("OnRunStart", "GameState/StartGame", "137"),
      row("OnRunTick", "GameState/Tick", "278"),
      row("OnRunEnd", "GameState/WaitForGameOver", "386"),
    ],
    shell: [
      `${RG} '\\bModifier\\b|override' ${SCRIPTS}/GameManager; ${RG} '\\b(OnRunStart|OnRunTick|OnRunEnd|new (Modifier|LimitedLengthRun|SeededRun|SingleLifeRun))\\b' Assets`,
    ],
  },
  {
    question:
      "Who sets, adds to and invokes TrackManager's delegates modifyMultiply, newSegmentCreated and currentSegementChanged?",
    calls: [["script_refs_find", { names: DELEGATES }]],
    truth: [
      ["Score2Multiplier.cs", "33", "MultiplyModify"],
      ["Score2Multiplier.cs", "40", "MultiplyModify"],
      ["TrackManager.cs", "448"],
      ["TrackManager.cs", "361", "call"],
      ["TrackManager.cs", "545", "call"],
      ["GameState.cs", "148"],
      ["GameState.cs", "156"],
    ],
    shell: [`${RG} '\\b(modifyMultiply|newSegmentCreated|currentSegementChanged)\\b' Assets`],
  },
  {
    question: "Which game states are there, what does each override, and who switches to which state?",
    calls: [
      ["script_hierarchy_find", { name: "AState", direction: "down", members: true }],
      ["script_refs_find", { name: "GameManager/SwitchState" }],
    ],
    truth: [
      row("GameState", "Enter", "Exit", "Tick", "GetName"),
      row("GameOverState", "Enter", "Exit", "Tick", "GetName"),
      row("LoadoutState", "Enter", "Exit", "Tick", "GetName"),
      row("TutorialState", "GameState"),
      ["GameOverState.cs", "82", "Loadout"],
      ["GameOverState.cs", "88", "Game"],
      ["GameState.cs", "330", "Loadout"],
      ["GameState.cs", "389", "GameOver"],
      ["GameState.cs", "421", "GameOver"],
      ["LoadoutState.cs", "405", "Game"],
    ],
    shell: [`${RG} ': (AState|GameState)\\b|override' ${SCRIPTS}/GameManager; ${RG} '\\bSwitchState\\b' Assets`],
  },
  {
    question: "Which members of CharacterInputController does no script use, and who uses its properties?",
    calls: [["script_refs_find", { name: "CharacterInputController", members: true }]],
    truth: [
      row("k_TrackSpeedToSlideAnimSpeedRatio", "no use"),
      row("UseInventory", "no use"),
      row("isJumping", "BarrierJumpMission", "183"),
      row("isSliding", "SlidingMission", "239"),
      row("coins", "ExtraLife", "44"),
      row("coins", "PickupMission", "140"),
      row("coins", "GameState", "335"),
      row("premium", "TrackManager", "233"),
      row("premium", "GameState", "438"),
      row("currentLife", "CharacterCollider", "151"),
      row("consumables", "GameState", "269"),
    ],
    shell: [
      `for w in $(rg -oN -r '$1' '^\\s+(?:public|protected)[\\w<>\\[\\] ]+ (\\w+) *[;={(]' ${SCRIPTS}/Characters/CharacterInputController.cs | sort -u); do echo "== $w"; ${RG} -w $w Assets; done`,
    ],
  },
  {
    question: "Which classes are editor windows, through which base, what does each override, and who calls Init?",
    calls: [
      ["script_hierarchy_find", { name: "EditorWindow", direction: "down", members: true }],
      ["script_calls_find", { name: "AssetStoreToolsWindow/Init" }],
    ],
    truth: [
      row("AssetStoreToolsWindow", "7"),
      row("AssetStoreTools", "9"),
      row("AssetStoreValidation", "AssetStoreToolsWindow", "WindowTitle", "Init"),
      row("AssetStoreUploader", "AssetStoreToolsWindow", "WindowTitle", "Init"),
      ["AssetStoreToolsWindow.cs", "18"],
      ["AssetStoreValidation.cs", "24"],
      ["AssetStoreUploader.cs", "46"],
    ],
    shell: [
      `${RG} ': (EditorWindow|AssetStoreToolsWindow)\\b|override (string WindowTitle|void Init)|\\bInit\\(\\)' Packages`,
    ],
  },
  {
    question: "Where is HighscoreEntry declared?",
    calls: [["script_symbol_find", { name: "HighscoreEntry" }]],
    truth: [["PlayerData.cs", "11"]],
  },
  {
    question: "Who calls PlayerData.Save?",
    calls: [["script_calls_find", { name: "PlayerData/Save" }]],
    truth: [
      ["TrackManager.cs", "461"],
      ["MusicPlayer.cs", "54"],
      ...linesOf("PlayerData.cs", 77, 89, 172, 255, 480, 496),
      ["LicenceDisplayer.cs", "19"],
      ["ShopAccessoriesList.cs", "163"],
      ["ShopCharacterList.cs", "98"],
      ...linesOf("ShopUI.cs", 115, 135),
      ["IAPHandler.cs", "39"],
      ["ShopItemList.cs", "97"],
      ["ShopThemeList.cs", "97"],
      ["StartButton.cs", "19"],
      ["SettingPopup.cs", "33"],
      ["AdsForMission.cs", "111"],
      ...linesOf("GameOverState.cs", 93, 158),
      ...linesOf("GameState.cs", 329, 598),
      ["LoadoutState.cs", "401"],
    ],
  },
  {
    question: "Where is the consumable type NONE used?",
    calls: [["script_refs_find", { name: "ConsumableType/NONE" }]],
    truth: linesOf("LoadoutState.cs", 58, 102, 106, 131, 385),
    not: [":104"],
  },
  {
    question: "Which classes of the asset store tools implement IMessageAction?",
    calls: [["script_hierarchy_find", { name: "IMessageAction", direction: "down" }]],
    truth: [row("MessageActionHighlight", "20"), row("MessageActionOpenAsset", "48")],
  },
  {
    question: "Which fields of ThemeData does Unity save?",
    calls: [["script_symbols_get", { path: "Assets/Scripts/Themes/ThemeData.cs" }]],
    truth: [
      ...["themeName", "cost", "premiumCost", "themeIcon", "zones", "collectiblePrefab", "premiumCollectible"],
      ...["cloudPrefabs", "cloudMinimumDistance", "cloudSpread", "cloudNumber", "skyMesh", "UIGroundMesh", "fogColor"],
    ].map((field) => row(field, "serialized")),
  },
  {
    question: "What would renaming TrackManager.isRerun touch?",
    calls: [["script_impact_find", { name: "TrackManager/isRerun" }]],
    truth: [
      ["TrackManager.cs", "81"],
      ...linesOf("GameState.cs", 131, 328, 388, 446),
      ...linesOf("GameOverState.cs", 81, 87),
    ],
  },
  {
    question: "Which code depends on the define UNITY_PURCHASING?",
    calls: [["script_project_check", { check: "defines", name: "UNITY_PURCHASING" }]],
    truth: [
      ["IAPHandler.cs", "3", "12"],
      ["StartButton.cs", "8", "25"],
    ],
    not: ["ShopUI.cs"],
  },
  {
    question: "What does CharacterInputController call when a consumable is used?",
    calls: [["script_calls_find", { name: "CharacterInputController/UseConsumable", direction: "callees" }]],
    truth: [
      ["", "ResetTime"],
      ["", "Started"],
    ],
  },
  {
    question: "Which prefabs carry Character and its accessories?",
    calls: [
      ["script_asset_usages", { path: "Assets/Scripts/Characters/Character.cs" }],
      ["script_asset_usages", { path: "Assets/Scripts/Characters/CharacterAccessories.cs" }],
    ],
    truth: [
      ["", "Characters/Cat/character.prefab"],
      ["", "Characters/Raccoon/character.prefab"],
    ],
  },
  {
    question: "What is TutorialState, up to the engine's classes?",
    calls: [["script_hierarchy_find", { name: "TutorialState", direction: "up" }]],
    truth: [row("GameState", "19"), row("AState", "133"), row("MonoBehaviour"), row("Component")],
  },
];
