/** Scripts in which names are changed. */

export const FILES = {
  "Script/One.as": `event void FOnHit(int Amount);
class ABase : AActor
{
	FOnHit OnHit;
	int Count = 0;
	int GetScore() const property { return Count; }
	void SetScore(int New) property { Count = New; }
	UFUNCTION() void Hear(int Amount) { Print(f"{Count} {Amount}"); }
	void Fire(int Times, bool bLoud = false) { OnHit.AddUFunction(this, n"Hear"); Score += Times; }
	UFUNCTION(BlueprintOverride) void BeginPlay() {}
}
class AChild : ABase { void Fire(int Times, bool bLoud = false) override { Super::Fire(Times, bLoud = bLoud); } }
struct FPoint { int X; FPoint(int InX) { X = InX; } }
`,
  "Script/Two.as": `\uFEFFvoid Use(ABase Base) {\r\n	int Other = 1;\r\n	Base.Fire(Other, bLoud = true);\r\n	Base.Score = Base.Count;\r\n	FPoint Point = FPoint(1);\r\n	Unknown.Count = 2;\r\n}\r\n`,
};
