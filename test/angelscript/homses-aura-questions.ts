/** Compound questions about TriKnot+HomsesBattle and najoast+AngelscriptAura with expected answers. */
import { at, type CompoundQuestion, UNUSED } from "./compound-questions.ts";

export const HOMSES_QUESTIONS: CompoundQuestion[] = [
  {
    isOfJ: true,
    question: "All subclasses of UAbilityCondition: what does each override, and from which base?",
    calls: [["getClassHierarchy", { name: "UAbilityCondition", includeOverrides: true }]],
    truth: ["ComponentLocked", "InputActiveAbility", "IsGroundedAbility", "CooldownOverAbility"].map(
      (name): [string, ...string[]] => ["", `U${name}Condition.IsConditionMet`, "UAbilityCondition/IsConditionMet"],
    ),
  },
  {
    isOfJ: true,
    question: "Who writes CurrentHealth of UHealthComponent, and who adds or removes its damage instances?",
    calls: [
      ["findReferences", { name: "UHealthComponent/CurrentHealth", kinds: ["write"] }],
      ["calls", { names: ["UHealthComponent/AddDamageInstanceData", "UHealthComponent/RemoveDamageInstance"] }],
    ],
    truth: [
      ...at("Components/Character/HealthComponent.as", 17),
      ...at("DamageHandlerCapability.as", 42, 45),
      ["", "UProjectileDamageCapability.TryDealDamage", "58"],
      ["", "UHitDamageModifier.ProcessHits", "47"],
      ["", "UDamageHandlerCapability.TickActive", "40"],
    ],
  },
  {
    isOfJ: false,
    question: "Which components are lockable, and which functions lock and unlock them?",
    calls: [
      ["getClassHierarchy", { name: "ULockableComponent" }],
      ["calls", { names: ["ULockableComponent/Lock", "ULockableComponent/Unlock"] }],
    ],
    truth: [
      ["", "UPlayerInputComponent", "PlayerInputComponent.as:1"],
      ["", "UAbilityComponent", "AbilityComponent.as:1"],
      ["", "UHealthComponent", "HealthComponent.as:1"],
      ["", "UHomseMovementComponent", "HomseMovementComponent.as:1"],
      ["", "UDeathCapability", "58"],
      ["", "UStunHandlerCapability", "56", "57"],
      ["", "UStunHandlerCapability", "64", "65"],
      ["", "ULockComponentModifier", "91"],
      ["", "ULockComponentModifier", "96"],
    ],
  },
  {
    isOfJ: true,
    question: "Which events bind OnDashFinished, and where is it declared?",
    calls: [["findReferences", { name: "UDashAbilityModifier/OnDashFinished" }]],
    truth: [
      ["DashAbilityModifier.as", "52:", "bind", "OnMovementFailed"],
      ["DashAbilityModifier.as", "53:", "bind", "OnMovementFinished"],
      ["DashAbilityModifier.as", "59:", "declaration"],
    ],
  },
  {
    isOfJ: true,
    question: "Which functions of UEntityRegistrySubsystem does no script use, and how often are the others used?",
    calls: [["getTypeMembers", { name: "UEntityRegistrySubsystem", kinds: "method", includeUses: true }]],
    truth: [
      ["", "GetAllHomses(", UNUSED],
      ["", "GetAllPlayers(", UNUSED],
      ["", "GetAllEnemies(", UNUSED],
      ["", "GetHomsesInRange(", UNUSED],
      ["", "RegisterHomse(", "1 use"],
      ["", "UnregisterHomse(", "1 use"],
      ["", "ClearAllHomses(", "1 use"],
      ["", "GetClosestHomseTo(FVector", "1 use"],
      ["", "GetClosestHomseTo(AActor", "1 use"],
    ],
  },
];

export const AURA_QUESTIONS: CompoundQuestion[] = [
  {
    isOfJ: true,
    question: "Who raises each event of UAuraEventMgr, and which function of which class handles it?",
    calls: [["findReferences", { names: ["UAuraEventMgr/*"], kinds: ["bind", "broadcast"] }]],
    truth: [
      ["AuroItemActor.as", "29:", "broadcast"],
      ["WidgetUtil.as", "24:", "broadcast"],
      ["WidgetUtil.as", "38:", "broadcast"],
      ["AuraCharacter.as", "27:", "broadcast"],
      ["AUW_HUD.as", "72:", "UAUW_HUD/OnItemPickedUp"],
      ["AUW_HUD.as", "23:", "UAUW_HUD/OnWidgetClosed"],
      ["AUW_HUD.as", "24:", "UAUW_HUD/OnAttributeChanged"],
      ["AUW_AttributeMenu.as", "77:", "UAUW_AttributeMenu/OnAttributeChanged"],
    ],
    not: ["PlayerGasModule.as"],
  },
  {
    isOfJ: true,
    question: "Which widgets derive from UAuraUserWidget, and which of them override OnCtor?",
    calls: [["getClassHierarchy", { name: "UAuraUserWidget", includeOverrides: true }]],
    truth: [
      ...["AttributeMenu", "FloatText", "PickupMsg", "HUD"].map((name): [string, ...string[]] => [
        "",
        `UAUW_${name}.OnCtor`,
        "UAuraUserWidget/OnCtor",
      ]),
      ...["TextValueRow", "FramedValue", "HealthBar", "GlobeProgressBar", "Button"].map(
        (name): [string, ...string[]] => ["", `UAUW_${name}`],
      ),
    ],
    not: ["UAUW_Button.OnCtor", "UAUW_HealthBar.OnCtor"],
  },
  {
    isOfJ: false,
    question: "Who creates tickers, and where is the function DissolveTick bound?",
    calls: [
      ["calls", { name: "UTickerMgr/CreateTicker" }],
      ["findReferences", { name: "AAuraCharacterBase/DissolveTick" }],
    ],
    truth: [
      ["", "AAuraCharacterBase.Dissolve", "134", "140"],
      ["AuraCharacterBase.as", "134:", "bind"],
      ["AuraCharacterBase.as", "140:", "bind"],
      ["AuraCharacterBase.as", "145:", "declaration"],
    ],
  },
  {
    isOfJ: false,
    question: "Who overrides and who calls OnAttributeChanged of AAuraCharacterBase?",
    calls: [["findReferences", { name: "AAuraCharacterBase/OnAttributeChanged" }]],
    truth: [
      ["AuraCharacterBase.as", "59:", "declaration"],
      ["AuraCharacter.as", "26:", "override"],
      ["AuraEnemy.as", "66:", "override"],
      ["Module/GasModule.as", "54:", "call"],
    ],
    not: ["AUW_HUD.as", "PlayerGasModule.as"],
  },
  {
    isOfJ: true,
    question: "Is this text right, before it is a file: a misspelt RemoveTicker, and an int made of a vector?",
    calls: [
      [
        "diagnostics",
        {
          filePath: "Script/Subsystem/New.as",
          content:
            "class UNew : UObject {\n\tvoid Stop(UTickerMgr Tickers) {\n\t\tTickers.RemoveTickr(1);\n\t\tint Count = FVector(1, 2, 3);\n\t}\n}\n",
        },
      ],
    ],
    truth: [
      ["", "3", "RemoveTicker"],
      ["", "4", "FVector"],
    ],
  },
];
