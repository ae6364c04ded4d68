/** Compiled package for tests, built from `NEAR_SOURCE`: builders, options, extension methods. */
import { brotliDecompressSync } from "node:zlib";

/** In case you need to rebuild it. @public */
export const NEAR_SOURCE = `namespace Near.Building {
  public interface IServices { int Count { get; } }
  public class Builder { public IServices Services => null; public Builder Named(string name) => this; public T Get<T>() => default; public Options<T> Options<T>() where T : class => null; }
  public class Options<T> { public T Value { get; } public Options<T> With(System.Action<T> change) => this; public Options<R> Select<R>(System.Func<T, R> by) => null; public bool TryTake(out T taken) { taken = default; return false; } }
  public delegate void Step<T>(T on, int times);
  public class Host { public static Host Start(Step<Builder> step) => null; public event System.Action<Builder> Ready; public Builder this[int at] => null; public Builder Latest; }
  public class Outer { protected Outer() { } public Outer(System.Action<Builder> configure) { } public Outer(int count, System.Action<IServices> configure = null) { }
    public class Inner { public Builder Made => null; public static Inner Make() => null; public Kind Which; } public enum Kind { One } public delegate void Done(Builder on); public event Done Finished;
    public Inner this[string name] => null; public Builder this[int at, int of] => null; public Inner First; internal class Hidden { } }
  public class Kind { public int Sort; }
  public class Bag<T> { public Bag(System.Action<T> fill) { } public T this[int at] { get => default; set { } } public Entry Head; public class Entry { public T Held; public Pair<int> Both; } public class Pair<U> { public T One; public U Two; } }
  public abstract class Rules<T> { protected Rules<T> For(System.Linq.Expressions.Expression<System.Func<T, object>> of) => this; public Rules<T> Must(System.Predicate<T> check) => this; public virtual T Made() => default; }
}
namespace Near.Extensions {
  using Near.Building;
  public static class ServicesExtensions {
    public static Builder AddThings(this IServices services) => null;
    public static IServices AddThing<T>(this IServices services, System.Action<T> configure = null) => services;
    public static Builder AddThings(this IServices services, int count, params string[] names) => null;
    public static T Checked<T>(this T value) => value;
  }
}
`;

const COMPRESSED = [
  "H/8ZUdQtymqSAH4k2A07NYRNfME4QiJttkAtHp6nOftz35tMJiHQIYEuNTqUmoQ1pV01o7tf1CQJBGLg+VzLd0JWuLMFHH8AZLOAM9mfDZSMq9G9WtbAMTW3",
  "H5Y4hBx8VCgQGgfC/O7c7HDTe3E/pbB/hFj+EO7lS1KKMkSdk88ah3AUVuLQBpsjK3itIyKi+03z45XP4LFn/cko8P//8w7AvP0OFzC28l1j3tL57Mw74hiG",
  "LiPmG/9bKP2mW6V75TbykOPPn5nOfTk62l0NOOFQHBPZKT9/40sBfmBVMxJD+iiBd82hwTyoNUgUgAJgAQnI5h9KTQ1eY2Ve7RVzHA/zPCMhPLsuoIdj5lhu",
  "O6ihMqqq4QjCizF49fCBcTToI5kpecHWm252Kf6heVRIE3x5ffLmt950qTYpenABEqZ0F98h7IfnzNHVeyBpaVaxeRHhLr07sbGbdubDoTIYhi6C8b7/Tcay",
  "UqPgdFpf0eXluzvWfK61WQ1xLt4rCT9Ng2G2AYnxdHei6JYj7by+S/eWYFkv3ZMoqvb6YFO3bO/2/Y3IO7U9s3vzxmu2ccYF96nLGMlSTCl5zzvlHqe5Hnjb",
  "SgWm7ER6WAY65oad77pemx0nr0YdAXq4bfetw627DXeb2wdarsEJFbP38Z6KqYLZORwRBb7SoxDGPPVkvtGjpr6g7H8Q/KLHIYnZHdeYBCARp694W6czhn/F",
  "bhYTGGAcY5jDFvSQMYkCCQltVBhFgUBGiR4SuCgFKN0eOZdeyOGvVro4vpkGNudz56fnB5KnQfIHA47QgyOleE94A8mHJvKoeLbtkfH0roFbtGUR6KDTG/NE",
  "owlOACHsjNqF+cS85DLmC/GbNJ0M2RJq71bToaQWB2k20iXYkLlFUhPxs6wQnpA/mdoVlsjv167U4NE+bTN24r36VFZLXT+cyFgvhbyVOEDHJjTkumCLkTFb",
  "ao9LLIFtFFwXhIfy0G03as6MV9gkdIuHK30/P15Y8GSlX+enK30rP1vpcs9T2iO9TFme79lOW1gWL1N6sU1K8+lVSstiezSvTW92QgNPc3h+u3Ayld2c3ic5",
  "LX3AZxTOHOuRvqaNcT82+pH8PZVzqj+s+lv6kcr51MVz/Vy6ZMTX5N/quIs8Jv/Zcm+XqS+nsDy0S/Xn+K/lsb3tl1JITxjxpXk8up7c+C/NxojnWqrUAxm1",
  "2hijfizEMMYG/dteUZf8ox0x4aV1LPmVfERMeoU/Jf+ZT47FfkCuXKy672JyZvAb0rkxZYp7ELVEQ9JDnOvTA04O55D6XxxL7T1BdY3rYrkb0J0dVnjpqDek",
  "W2LaKxreFSu9usy4GW+mgJ3hfI927qNjlS/ZLZaeGLO+4t14Pp+eEWt8fRx/zK+Jtb6z4o/F5/3XOn+qR8w6/6JhP+3dsc5/M57mJz4gMawipl2v9SdeN/1H",
  "Y8OMn46NvltUlpbfqpZMOuWCazGbS9Z1sjlII5LPEcn26xr+G7gtfxf5W07kqQk8L88r+AjCqxLJ9hwn2clQaEeF965C35isMyKekpkf+ud84ho8cO2uSTeF",
  "Xp2kWhoNTGNp53jJ/SNOTtwzT0fL2MY50rKEhBnStb1dOBLdSGpzUWH5z5CNPdHKONwzfcUJ8YCcKvaNekBlfSB9147ZGBFpxm7tthohAyVZZlHWrK1pPg22",
  "6+GD4YKAF2BnIB+xqdKP7WevlIPwwZ4LQsPzgkT4A/JCxi+4OMvt6jK3aAuVhG5RYsHeslBIWjHURhXqot7h8on81WBp/mbw9/hecG/6MeFf4t+jv+3t8/4T",
  "lUlJbbFktWJluUJtBfVJSi0yok120SHTRshKo0OuskiYfXXJeuMmzVhtm2LB3Sf6tkQhSYA79QJ5i1vyxCGPpqvTUxlVGVNZpFLrGtcFLWeDDi91pR4eb1cY",
  "dGBCWtxumTPHbJwNVuGIOtcuj6WvhxNuejXfFeOQR+92XFjuTDgKRWCdB1WJqKgRZatiUppScIWyYUMIyq7aYbdKGn3YfzLVKj0nOcWp+lORSoG2yOXCSzIF",
  "7NDpYplkbArkxXkVEoY2FwoUEaA4DPbvKaf0rj5fTR5OYRoC2IpOp8/F5axQQA97GlPmakAOAQ4kk8tNv5dNwel12VK+zI4iRNhK7STama8cToh45ZCyvy5n",
  "BmIBWGVxXhBMEwqsUbvTxiRHouuh3Dl1cDr8Tcgw9KIBDJIou50mOcftmNZsfMQ6TGG6mUE67F2gwE/M6XUAjBRF5JjkrBb1/5ODa9C2oi1qXUI6k93GYi5r",
  "hJBL1WEWfMKYGkQmieElGZ4IQOYIQDYCWA0AHdLwOKGkEdpH9yB2EjOtGaOgDqggoVB8sBZcjOl1nw2T/QK9es0jNrt2hdoIl9sNcmjtAr4VyB3L64Qj+1vD",
  "kLPrHS8XB2Yh/6SOSzF+k5p6lkMo1BMu8LLoHS9Lk+vYfYQtzMhaSlST4RlVAIYSePPovtlMOCwHpriYF9pwU4t9gY1p31DJxLcwnGFgWJ3hmyLMLw0s29s6",
  "T7GBI1ojOrpkkHJ0aEcAYNOZJ1mApQKwTAIkVxTJnd+QFJHF9kxA8VcXAcCV73n4/aMeqLYU/mfvefy3LvjIOrkRRRNRtRjP+OR5p2PlZH9F9OuiHdPSNNEe",
  "JmIglwNpYKKdVepxmZXUP/J+7F4deVo9LabqRkhs5/7eFFF043A07Rio3nDQ+ffffbW7bwHtYo1cHtHeicNUVkkwX3zE+O5VPOCQVLDK5SBKlK/fG60jcUE7",
  "1UDmtI6cULBaMdauI5w4BblRFY1+r9VEvx5rDcO0zjDUagvTisbAWBN1VM/hA+MaOBRZwIZ0baaVTaR6oNWkWD5VNikGqm5T9OcGqv4ey1tNRH+uK/rLJ/tT",
  "0a87TVSdlqzoR6WohNAjsXdSm+FYGUShVbULHOg6UJWRAwPP8GZje3jjY/mYPPHQGKhcgbqgP8xNyz7k3J/r1/09luf1qmK9fq9Yb6C13hOFUwvG6xWBPlA7",
  "z7oIVKEC0yFGckpafLqL250R1J3nUo0m2jq6OCV1QvHd7vVuGrVOT9jsv2o0Fn1OqMz5Bxs30RrtZ9AMlkL+I+d/B/x/jUYtPMJQY4qFtJkFhocIR8AZ87B/",
  "Aoj/YHfHac6Um6mTs6W9HWVpZ2YPvNfv/0cILQ4yCwWSX7NDIJwm5szUtNySKBhgtQKncGLC02JBzRCAN3hOEE4WODVRWoM79JzD++3v7iJv2CyJPJUmcl7K",
  "1uJtWY03GKr00c3X8Xq+Q1sfK7GrjuAHhNW9KGLaTqyRw3VyMefFJTQNrJeEY+RKMW3MaP1yaqVKgAb76gjHp+m1fe7fsks5ZHfVoz2BY2Q+pUKNvG/J3qo+",
  "23l+7TQS2q9u3j8pd3+nDOnhPbf974AA",
];

export function nearLibrary(): Uint8Array {
  return new Uint8Array(brotliDecompressSync(Buffer.from(COMPRESSED.join(""), "base64")));
}
