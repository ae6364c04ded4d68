/** Compiled assembly for tests, built from `FAR_SOURCE`. */
import { brotliDecompressSync } from "node:zlib";

/** In case you need to rebuild it. @public */
export const FAR_SOURCE = `namespace Far.Away {
  public interface IMoving { void Move(); }
  public abstract class Engine : System.IDisposable, IMoving { public int Power; int hidden; public string Name { get; set; } public event System.Action Started; protected int Inner; public void Move() { } public abstract void Stop(); public void Dispose() { } static Engine() { } public class Part { public int Size; } class Secret { } private void Gone() { Started?.Invoke(); hidden = 1; Inner = hidden; } }
  public class Jet : Engine { public override void Stop() { } }
  public enum Gear { Low, High }
  public struct Fuel<T> { public T Amount; }
  public delegate int Ask(string s);
  public class TurboAttribute : System.Attribute { public bool On; }
  internal class Hidden { public class Inner { } }
}
public class Global { }
`;

const COMPRESSED = [
  "G/8RUdSsSWrCAB+H6UZvpgQ0OJ4sSx8PT+/U/tzRWFEcUkqolr1bBi8g8QOkL4QvhudVZy+dpg5TVO1H5CvBGnRAcb5rKF2tZXoD5ABZOFIxLj",
  "rCHO1uanqCCCoqcfGAmkgilweiZ6FYoTFk5RvhXi3c1sfsxfHsCN3gPbjT/rcqkPH///MuoMsa9VIMTn1/0Ju9X5/2bux4YN9HZN9oLNTw9MvJ",
  "ze8dcFrv8Z/pXMmBgfZMwK5bsWMUvvjVm/8G8CvTm75YRBsl8JUOGnRBrUEiAzLApUhAoXsVNTX8tJfwSpzbYRfocmuyeLwOpR8Hdphk0GyoGF",
  "Y1bAuZGYOXj2/1okEbqZrUhy44PZx+hP59+bvI6AcAunQXnK5PPOUI+uFQJNR5a9vcIsWLHTDvgKSlO41JFUEyTElzW7Q38Q9wQUHeZHoqLgr8",
  "LGPkokIHwXC6IJPbZV9PMbekfWYP0Z8uzOSqZ26wabvsWfrLshauoLTx3WXGMmt+MXvT1im9tNPYiybklEgkp4ta/aM6jsqQdz9rmTZtC7c2yO",
  "Z7bL95CNCPs5ctWLRg6aKli1dDy4nYMjPjYryauTcxQ8fhxGHbHjJm7LW3Yw81ZsxwdQAOjBPyqa92c3PK4YBE7DP17egdxL9iqTEEagygD2PR",
  "RpLGehFuxWwqFmEZ3o+BKM2KJpW28mVJMZCGdFOa1C7pM+F0GxH6ZTj9Rj74chg+uxD6Pjg2N9wrsJ/AL2SnTXR+QAVCCLU3gtFCeAw3xI2JkF",
  "yGd9yYRguFUDso3ZhqpQER/EX6mqU0pDdqMSh19BpSCl4Jr/naMdJqY4jVwiMhvm1ktD6jJDJXJIRHK7gPU+43RhL9ZxhorNK/YhvhRz7hzW2f",
  "cI2dZP9cKCnLkSL3vvTatJsI3BHKpQvTXsLfiP2WflZsY9cGrh4nlQLwhdZxUQr7pktXDznQ9tAY4acdynui/jmOkjxJLBUt/Njp11GTfa4Xfm",
  "1sf5ou9HXwc1G+bVyZTuD+pfdlPhah1jS4sney2cA0rCYYMrxXR0MRw3+K4S/E9c5Sal7lfD1tX+AKbWNN/T5TxfQc0wtNr+wg4YjwGdk7kexL",
  "IeyUkidPB0WOsxXOStl4Wb9eUhgmlcaT2jYjlTqk0nleMd5lTjDdeU6O8Va7Xuk0UqkyyXqVxuYW6HOTBUa62wITveVQM2zuMOG+lPsy7ke5P3",
  "Uaa1lgjcmywPOuU2lJaqUkKRRCVsiXAgD8IUgCwDKHgD5Zv2xAGwwaNmQhELJDDl3cxjrFgMEv7AkX1M8yppHPQkipdU1xZJ2pCcQABjoKPeEz",
  "h5ehEKnpls0pxoATB8RLYQtbtDtSnOOB+D65VnK1g4a/TIZt1Q9YcLIBuUTRHhWzFtwIZ1JLJkYTI4KVDuBKFsDCFHfWcMFZCDDoSxsNaRHth/",
  "dGe8q463sEfgBtHrVt0vFtcDjLlzaqIHmc/HUScA9VCHm8dmcJeCr8aSK9Bm5TBKMbo2sRwdS2RWOw66FDbC4oPY8I2jbAUKdo33bgP2aSywD6",
  "1MLPYT6tybpy8n3yZWR9MjokMVASo9oRQVpnFUJ8QyE56mTRHsjsQXpEMsvH8lLdGu6rL1qxIfZViCavpV16W1IAnbwFvXpp2e8uAWjqgvWG/B",
  "8VUW3pjLpSHJ2TLnjhKA1F8NmDWZxyO7Bo7+sBANC0q457sf/FT6mXFy5bPLDHj38iNxFV0YjWKenwcNVTjJhsq1TSiPUm++sopqin8MztSJ7D",
  "1y4Y+f+vz//5bhlyIJVVKgeLcsNwBYbHZR0plaloDDaBBqtnpiINBaaYNC6hr2qwaooRiwdHLJ+Uw6YKeRRzRc82VGBKiCEd0ph9fHFeWSHkOx",
  "26EY1OJFWYsCypST7aYd33O2jQGK1/4JAtrP8yhv3vzDjyBPpx8dSB/8/SqBmISqyO41KdCwksSvt/CGwL+3ZhWQLAsrQMe9vLnHzb2VPWVjLK",
  "yo818FH+y/8IAAA2AjIkAIAtIZwUvB89Q1NEwwIzZdiTVxCBUYh6lgC8mu8MhL3I64m2Njg1n/3MHnmZw80wT5KUufkXLah4vXNbbTdYpMpPnO",
  "p6IV+dRRa4dJloRcTFQRMFY6Uw0rC1gpc6kmFgriSxoLUKxifr7MHrtToRGqxSSazTcF833beaSRvCy1QvuOFZtYtKdE2KW3OvUn4XhK4ZlYyH",
  "adm/Mda/MQ398LXV98GvLA==",
];

export function farLibrary(): Uint8Array {
  return new Uint8Array(brotliDecompressSync(Buffer.from(COMPRESSED.join(""), "base64")));
}
