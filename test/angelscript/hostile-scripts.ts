/** Scripts used by the hostile tests. */
import { generate } from "./generator.ts";

export const SOURCES = Object.values(generate(6, 3).files);

export const LADDER = `UCLASS()
class ALadder : AActor
{
	// Where it is drawn
	UPROPERTY(EditAnywhere)
	bool bDrawDebugLadder = false;

	void F() { if (bDrawDebugLadder) F(); }
}
`;
