/** Twenty questions about Unity-Technologies/game-programming-patterns-demo with expected answers. */
import { linesOf, type ProjectQuestion } from "./project-questions.ts";

const EVENTS = "DesignPatterns.Events";

export const PATTERNS_QUESTIONS: ProjectQuestion[] = [
  {
    question: "Who raises and who subscribes to each member of UIEvents, and which has neither?",
    calls: [["script_refs_find", { name: `${EVENTS}.UIEvents`, members: true }]],
    truth: [
      ["", "DemoScreenShown", "no use"],
      ["", "ScreenClosed:", "ScreenClosedEventSO/OnEventRaised", "34", "UIPresenter", "75", "88"],
      ["", "MainMenuShown:", "GameStateManager/RunStateMachine", "115", "UIPresenter", "70", "83"],
      ["", "MainMenuShown:", "SequenceManager/RunStateMachine", "112"],
      ["", "MainMenuShown:", "StartScreen", "22"],
      ["", "MainMenuShown:", "HomeViewShownSO/OnEventRaised", "19"],
      ["", "SolidMenuShown:", "SolidDemoViewShownSO/OnEventRaised", "16", "UIPresenter", "71", "84"],
      ["", "DesignPatternsMenuShown:", "PatternsDemoViewShownSO/OnEventRaised", "16", "UIPresenter", "72", "85"],
      ["", "ResourcesMenuShown:", "ResourcesViewShownSO/OnEventRaised", "16", "UIPresenter", "73", "86"],
      ["", "URLOpened:", "URLOpenedSO/OnEventRaised", "33", "UIPresenter", "76", "89"],
    ],
    shell: [
      "cat Assets/UnityTechnologies/Scripts/Events/UIEvents.cs; rg -n --no-heading -tcs 'UIEvents\\.\\w+' Assets",
    ],
  },
  {
    question: "What does each subclass of BaseEventSO override, and which assets are there of each?",
    calls: [
      ["script_hierarchy_find", { name: `${EVENTS}.BaseEventSO`, direction: "down", members: true }],
      ["script_asset_usages", { derived: `${EVENTS}.BaseEventSO` }],
    ],
    truth: [
      ...[
        "HomeViewShownSO",
        "PatternsDemoViewShownSO",
        "ResourcesViewShownSO",
        "SceneEventSO",
        "ScreenClosedEventSO",
      ].map((type): [string, string, string] => ["", type, "OnEventRaised"]),
      ["", "SolidDemoViewShownSO", "OnEventRaised"],
      ["", "URLOpenedSO", "OnEventRaised"],
      ["", "1-0_MainMenuShownEvent.asset"],
      ["", "1-1_SolidDemoMenuShownEvent.asset"],
      ["", "1-2_DesignPatternsMenuShownEvent.asset"],
      ["", "1-3_ResourcesMenuShownEvent.asset"],
      ["", "1-99_MenuClosedEventEvent.asset"],
      ...[1, 2, 3, 4, 5].map((at): [string, string] => ["", `4-${at}_`]),
      ...[1, 2, 3, 4, 5].map((at): [string, string] => ["", `2-${at}_`]),
      ...["3-10_", "3-1_", "3-2_", "3-3_", "3-4_", "3-5_", "3-6_", "3-7_0_", "3-7_1_", "3-8_", "3-9_"].map(
        (at): [string, string] => ["", at],
      ),
    ],
    shell: [
      "rg -n --no-heading -tcs ': BaseEventSO|override' Assets/UnityTechnologies/Scripts/ScriptableObjects; for f in $(rg -l -tcs ': BaseEventSO' Assets); do echo $f; rg -l $(sed -n 's/^guid: //p' $f.meta) Assets -g '*.asset'; done",
    ],
  },
  {
    question: "Who raises the two events of LoadSceneState, who subscribes and unsubscribes, and with which handler?",
    calls: [["script_refs_find", { names: ["LoadSceneState/StateExited", "LoadSceneState/LoadCompleted"] }]],
    truth: [
      ["LoadSceneState.cs", "59", "raise"],
      ["LoadSceneState.cs", "50", "raise"],
      ["LoadSceneState.cs", "39", "write"],
      ["GameStateManager.cs", "81", "subscribe", "SolidDemoState_StateExited"],
      ["GameStateManager.cs", "84", "subscribe", "DesignPatternDemoState_StateExited"],
      ["GameStateManager.cs", "101", "unsubscribe", "SolidDemoState_StateExited"],
      ["GameStateManager.cs", "104", "unsubscribe", "SolidDemoState_StateExited"],
      ["SequenceManager.cs", "81", "subscribe", "SolidDemoState_StateExited"],
      ["SequenceManager.cs", "84", "subscribe", "DesignPatternDemoState_StateExited"],
      ["SequenceManager.cs", "100", "unsubscribe", "SolidDemoState_StateExited"],
      ["SequenceManager.cs", "103", "unsubscribe", "SolidDemoState_StateExited"],
    ],
    shell: ["rg -n --no-heading -tcs '\\b(StateExited|LoadCompleted)\\b' Assets"],
  },
  {
    question: "Who writes CurrentHealth of the MVP pattern's Health, and who calls the writers?",
    calls: [
      ["script_refs_find", { name: "DesignPatterns.MVP.Health/CurrentHealth" }],
      [
        "script_calls_find",
        { names: ["Increment", "Decrement", "Restore"].map((name) => `DesignPatterns.MVP.Health/${name}`) },
      ],
    ],
    truth: [
      ["7_MVP/Scripts/Pattern/Health.cs", "38", "set"],
      ["7_MVP/Scripts/Pattern/Health.cs", "43", "set"],
      ["7_MVP/Scripts/Pattern/Health.cs", "49", "set"],
      ["7_MVP/Scripts/Pattern/HealthPresenter.cs", "50"],
      ["7_MVP/Scripts/Pattern/HealthPresenter.cs", "55"],
      ["7_MVP/Scripts/Pattern/HealthPresenter.cs", "61"],
    ],
    not: ["7_MVVM", "7_MVP_UIToolkit"],
    shell: [
      "rg -n --no-heading -tcs '\\bCurrentHealth\\b' Assets/UnityTechnologies/_DesignPatterns; rg -n --no-heading -tcs '\\b(Increment|Decrement|Restore)\\(' Assets",
    ],
  },
  {
    question:
      "Which prefabs carry the state pattern's PlayerInput, which prefabs contain those, and in which scenes do they end?",
    calls: [
      [
        "script_asset_usages",
        { path: "Assets/UnityTechnologies/_DesignPatterns/5_State/Scripts/ExampleUsage/PlayerInput.cs", depth: 4 },
      ],
    ],
    truth: [
      ["", "Art/Environments/Prefabs/StateAssets.prefab"],
      ["", "10_DirtyFlag/Prefabs/DirtyFlagAssets.prefab"],
      ["", "5_State/Prefabs/StateAssets.prefab"],
      ["", "8_Strategy/Prefabs/StrategyAssets.prefab"],
      ["", "10_DirtyFlag/DirtyFlag.unity"],
      ["", "5_State/Prefabs/DemoPresenter.prefab"],
      ["", "8_Strategy/Prefabs/DemoPresenter.prefab"],
      ["", "5_State/State.unity"],
      ["", "8_Strategy/Strategy.unity"],
    ],
    shell: [
      'up() { for p in "$@"; do g=$(sed -n \'s/^guid: //p\' "$p.meta"); rg -l $g Assets -g \'!*.meta\' | while read q; do echo "$p < $q"; case $q in *.prefab) up "$q";; esac; done; done; }; up Assets/UnityTechnologies/_DesignPatterns/5_State/Scripts/ExampleUsage/PlayerInput.cs',
    ],
  },
  {
    question: "Which classes implement StateMachines.IState, and which of its members does each declare or override?",
    calls: [
      ["script_hierarchy_find", { name: "DesignPatterns.StateMachines.IState", direction: "down", members: true }],
    ],
    truth: [
      ...[
        "Enter",
        "Execute",
        "Exit",
        "AddLink",
        "RemoveLink",
        "RemoveAllLinks",
        "ValidateLinks",
        "EnableLinks",
        "DisableLinks",
      ].map((member): [string, string, string] => ["", "AbstractState", member]),
      ["", "DelayState", "Execute", "Exit"],
      ["", "LoadSceneState", "Execute", "Exit"],
      ["", "UnloadLastSceneState", "Execute"],
    ],
    not: ["IdleState", "WalkState", "JumpState"],
    shell: [
      "rg -n --no-heading -tcs '(class|interface) .*\\b(IState|AbstractState)\\b' Assets; rg -n '^\\s*(public|protected) ' Assets/UnityTechnologies/Scripts/StateMachine/States/*.cs; cat Assets/UnityTechnologies/Scripts/StateMachine/Interfaces/IState.cs",
    ],
  },
  {
    question: "Which methods do scenes and prefabs call by UnityEvents, from which asset, and do they exist?",
    calls: [["script_project_check", { check: "events" }]],
    truth: [
      ["DropdownSample.cs", "OnButtonClick"],
      ["ToggleFlyweight.cs", "Toggle"],
      ["ToggleLabel.cs", "UpdateLabel"],
      ["HealthPresenter.cs", "Reset"],
      ["AbilityRunner.cs", "OnAbilityButtonClicked"],
      ["Singleton.cs", "RemoveDuplicates"],
      ["Switch.cs", "Toggle"],
      ["", "26 - Dropdown Placeholder Example.unity"],
      ["", "9_Flyweight/Flyweight.unity"],
      ["", "HealthResetPanel.prefab"],
      ["", "StrategyAssets.prefab"],
      ["", "SingletonAssets.prefab"],
      ["", "DependencyInversionAssets.prefab"],
      ["", "ObjectPoolAssets.prefab"],
      ["", "InterfaceSegregationAssets.prefab"],
    ],
    shell: [
      "rg -n -A3 -B4 --no-heading 'm_MethodName: .' Assets -g '*.unity' -g '*.prefab' | rg 'm_MethodName|TypeName|m_Target:'",
      'for m in OnButtonClick Toggle UpdateLabel Reset OnAbilityButtonClicked RemoveDuplicates; do rg -n --no-heading -tcs "void $m\\(" Assets; done',
    ],
  },
  {
    question: "Which members of ExtensionMethods.cs does no script use?",
    calls: [
      ["script_refs_find", { path: "Assets/UnityTechnologies/Scripts/Utilities/ExtensionMethods.cs", members: true }],
    ],
    truth: [
      ["", "ResetTransformation", "no use"],
      ["", "ConvertToLetter", "no use"],
      ["", "MakeSquare", "no use"],
      ["", "GetWorldPosition", "no use"],
      ["", "ContainsLayer", "Player/", "43"],
      ["", "RemovePlaceHolders", "NavigationBar/", "94"],
      ["", "ScreenPosToWorldPos", "GetWorldPosition", "103"],
    ],
    shell: [
      "f=Assets/UnityTechnologies/Scripts/Utilities/ExtensionMethods.cs; for w in $(rg -o -r '$1' 'public static (?:\\w+ )?\\w+ (\\w+)\\(' $f); do echo \"== $w\"; rg -n -w --no-heading -tcs $w Assets; done",
    ],
  },
  {
    question: "Which power-ups are there, what does each override, and which prefabs carry each?",
    calls: [
      ["script_hierarchy_find", { name: "DesignPatterns.LSP.PowerUp", direction: "down", members: true }],
      ["script_asset_usages", { derived: "DesignPatterns.LSP.PowerUp" }],
    ],
    truth: [
      ["", "HealthBoost", "ApplyEffect"],
      ["", "SpeedBoost", "ApplyEffect"],
      ["", "InvulnerabilityPowerUp", "ApplyEffect"],
      ["", "Prefabs/HealthBoost.prefab"],
      ["", "Prefabs/SpeedBoost.prefab"],
      ["", "Prefabs/InvulnerabilityPowerUp.prefab"],
      ["", "Prefabs/LiskovSubstitutionAssets.prefab"],
    ],
    not: ["UnrefactoredSpeedBoost"],
    shell: [
      "rg -n --no-heading -tcs ': PowerUp|override' Assets/UnityTechnologies/_SOLID/3_LiskovSubstitution; for f in $(rg -l -tcs ': PowerUp' Assets); do echo $f; rg -l $(sed -n 's/^guid: //p' $f.meta) Assets -g '!*.meta'; done",
    ],
  },
  {
    question: "Which classes implement ISwitchable's members, and where are those called?",
    calls: [
      ["script_hierarchy_find", { name: "ISwitchable", direction: "down", members: true }],
      ["script_refs_find", { name: "ISwitchable", members: true }],
    ],
    truth: [
      ["", "Door", "IsActive", "Activate", "Deactivate"],
      ["", "Trap", "IsActive", "Activate", "Deactivate"],
      ["", "IsActive", "Switch/Toggle", "24"],
      ["", "Deactivate", "Switch/Toggle", "26"],
      ["", "Activate", "Switch/Toggle", "30"],
    ],
    not: ["UnrefactoredTrap", "InvulnerabilityPowerUp"],
    shell: ["rg -n --no-heading -tcs 'ISwitchable|\\b(Activate|Deactivate|IsActive)\\b' Assets"],
  },
  {
    question: "Who implements the interface segregation example's IDamageable?",
    calls: [["script_hierarchy_find", { name: "DesignPatterns.ISP.IDamageable", direction: "down" }]],
    truth: [
      ["", "Target"],
      ["", "ExplodableTarget"],
    ],
    not: ["StyleExample"],
  },
  {
    question: "Who calls NullRefChecker.Validate?",
    calls: [["script_calls_find", { name: "NullRefChecker/Validate" }]],
    truth: [
      ["7_MVP/Scripts/Pattern/HealthPresenter.cs", "25"],
      ["7_MVVM/Scripts/DamageTrigger.cs", "24"],
      ["7_MVVM/Scripts/HealthViewModel.cs", "29"],
      ["7_MVP_UIToolkit/Scripts/DamageTrigger.cs", "20"],
      ["7_MVP_UIToolkit/Scripts/HealthPresenter.cs", "33"],
      ["SoundEffectPlayer.cs", "24"],
      ["DemoPresenter.cs", "44"],
      ["UIPresenter.cs", "154"],
    ],
  },
  {
    question: "What derives from Singleton<T>?",
    calls: [["script_hierarchy_find", { name: "Singleton<>", direction: "down" }]],
    truth: [
      ["", "GameManager"],
      ["", "AudioManager"],
    ],
    not: ["PersistentSingleton", "SimpleSingleton"],
  },
  {
    question: "What does SceneLoader.LoadScene(string) call?",
    calls: [["script_calls_find", { name: "SceneLoader/LoadScene(string)", direction: "callees" }]],
    truth: [
      ["ScreenFader.cs", "FadeOut", "55"],
      ["ScreenFader.cs", "FadeIn", "60"],
      ["SceneLoader.cs", "UnloadLastScene", "235"],
      ["SceneLoader.cs", "LoadAdditiveScene", "171"],
    ],
    not: ["192"],
  },
  {
    question: "Which fields of GameStateManager does Unity save?",
    calls: [["script_symbols_get", { path: "Assets/UnityTechnologies/Scripts/Managers/GameStateManager.cs" }]],
    truth: [
      "m_PreloadedAssets",
      "m_SolidMenuShown",
      "m_DesignPatternMenuShown",
      "m_ResourcesMenuShown",
      "m_ScreenClosed",
      "m_SolidSceneLoadEvents",
      "m_DesignPatternSceneLoadEvents",
      "m_Debug",
    ].map((field): [string, string, string] => ["", field, "serialized"]),
  },
  {
    question: "Who starts coroutines by Coroutines.StartCoroutine?",
    calls: [["script_calls_find", { name: "DesignPatterns.Utilities.Coroutines/StartCoroutine" }]],
    truth: [...linesOf("StateMachine/StateMachine.cs", 35, 54, 98), ...linesOf("Base/UIView.cs", 93, 117)],
    not: ["SceneLoader.cs"],
  },
  {
    question: "Which types are called Health, and where?",
    calls: [["script_symbol_find", { name: "Health", exact: true }]],
    truth: [
      ["7_MVP/Scripts/Pattern/Health.cs", "10"],
      ["3_LiskovSubstitution/Scripts/Health/Health.cs", "9"],
    ],
  },
  {
    question: "What breaks if Heal of the Liskov example's Health gets another name?",
    calls: [["script_impact_find", { name: "DesignPatterns.LSP.Health/Heal" }]],
    truth: [
      ["3_LiskovSubstitution/Scripts/Health/Health.cs", "61"],
      ["PowerUps/HealthBoost.cs", "14"],
    ],
    not: ["7_MVP"],
  },
  {
    question: "Which scene path has each SceneEventSO asset saved?",
    calls: [
      [
        "script_asset_usages",
        {
          path: "Assets/UnityTechnologies/Scripts/ScriptableObjects/EventMessages/SceneEventSO.cs",
          member: "m_ScenePath",
        },
      ],
    ],
    truth: [
      ["3-2_ObjectPoolSceneLoaded_Event.asset", "2_ObjectPool/ObjectPool.unity"],
      ["3-4_CommandSceneLoaded_Event.asset", "4_Command/Command.unity"],
      ["3-1_FactorySceneLoaded_Event.asset", "1_Factory/Factory.unity"],
      ["3-9_FlyweightSceneLoaded_Event.asset", "9_Flyweight/Flyweight.unity"],
      ["3-8_StrategySceneLoaded_Event.asset", "8_Strategy/Strategy.unity"],
      ["3-5_StateSceneLoaded_Event.asset", "5_State/State.unity"],
      ["3-3_SingletonSceneLoaded_Event.asset", "3_Singleton/Singleton.unity"],
      ["3-7_0_MVPSceneLoaded_Event.asset", "7_MVP_UIToolkit/MVP_UIToolkit.unity"],
      ["3-10_DirtyFlagSceneLoaded_Event.asset", "10_DirtyFlag/DirtyFlag.unity"],
      ["3-6_ObserverSceneLoaded_Event.asset", "6_Observer/Observer.unity"],
      ["3-7_1_MVVPSceneLoaded_Event.asset", "7_MVVM/MVVM.unity"],
      ["2-2_OpenClosedSceneLoaded_Event.asset", "2_OpenClosed/OpenClosed.unity"],
      ["2-5_DependencyInversionSceneLoaded_Event.asset", "5_DependencyInversion/DependencyInversion.unity"],
      ["2-4_InterfaceSegregationSceneLoaded_Event.asset", "4_InterfaceSegregation/InterfaceSegregation.unity"],
      ["2-1_SingleResponsibilitySceneLoaded_Event.asset", "1_SingleResponsibility/SingleResponsibility.unity"],
      ["2-3_LiskovSubstitutionSceneLoaded_Event.asset", "3_LiskovSubstitution/LiskovSubstitution.unity"],
    ],
  },
  {
    question: "Who reads and who writes SpeedMultiplier of the player's movement?",
    calls: [["script_refs_find", { name: "DesignPatterns.SRP.PlayerMovement/SpeedMultiplier" }]],
    truth: [
      ["3_LiskovSubstitution/Scripts/SpeedModifier.cs", "53", "set"],
      ["3_LiskovSubstitution/Scripts/SpeedModifier.cs", "68", "set"],
    ],
    not: ["TextMesh"],
  },
];
