/** A compiled package for tests, as the compiler made it of the source in `NEAR_SOURCE`: builders, options, extension methods. */
import { brotliDecompressSync } from "node:zlib";

/** For who wants to make it again. @public */
export const NEAR_SOURCE = `namespace Near.Building {
  public interface IServices { int Count { get; } }
  public class Builder { public IServices Services => null; public Builder Named(string name) => this; public T Get<T>() => default; public Options<T> Options<T>() where T : class => null; }
  public class Options<T> { public T Value { get; } public Options<T> With(System.Action<T> change) => this; public Options<R> Select<R>(System.Func<T, R> by) => null; public bool TryTake(out T taken) { taken = default; return false; } }
  public delegate void Step<T>(T on, int times);
  public class Host { public static Host Start(Step<Builder> step) => null; public event System.Action<Builder> Ready; public Builder this[int at] => null; public Builder Latest; }
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
  "G/8XAC4G7MblBiwD0RjbIqzmLshiyfknEUQ1terRSl6Zbi3FAVSAWMFjn48AXwT0QoAfMzzU2u8hqtNFo4hGjj3h2Jn9u38FS4RKpmQvUVuFh+fHvee+",
  "90c2xSWIFUpzAxhKXV82DmNnQMn/36+ldiFEP+wyUYjKxseY5X+7byHAigjHn5AXx5LZAdq0dRUmMlOhq4FldaeyUtbLylpXM9kkUGaapDZ/bt/JW3D9",
  "3SdKyPD/3AdoOtj1aHS2PdDorurLIx8l653gryOxbPi1UJm70cNylrt6cPKf6fyIGjpaRwF6F2C9KLjvtf8AfGa0vS2m0Y4cuGcdaEIDFBpIZIAM4Gpk",
  "QEnzFwUFexy+zoBdVmEDsAMuTgAAOJp2rLUKg9F/nJvIAZBPYy0AmHJ6K1NQQAMJWTKpyzuvtY83eKgVTWhHBQBosEOn8y4BFyfsABlqaaY3O38L25tJ",
  "oB2ORkLfvH+HOvhn6M0HzlX8V3+6pXrIRl+NzF317yAAXLwOYC1IyjaZhl9qEN2ra208iuW17eUSAdpxWP/YtCkzp82cPh/K9oG3Cox8g2YR62VGtvt5",
  "fuD0nAwjN054yikw8kuI54Grdcgm8V7OKhMDSMRWy0tNNcNfJdP6EuhCjsBgDOwedQ0EAhkyVBAIJOTg9QhQ8Z3NVKx/nKJ3b/+BwVR3YOLhsF74fpS+",
  "LEkdSBzmBTwaExZpHW4Gv/o53BVRI36IWh3uJ+OhYQUQwjFRuDFdmIYI4RpMTxcHoSwU2jWcHSriNEPQNhGMJKdDIU5jck4fx4jDBJGSASqG5Z17p4EL",
  "nZ6miM7yxpgtic8K5dF67alC2GeqqqVNVVucmC9MW0piW7gI+LE0VeP3etpLQP/uFALyE+IQid0aRwZ8lU7WOv1Az9pSatwOSmJ7TcRn4mQ36Qw4zi2K",
  "2iN96lPHygH5Ud2SsOHEfGbpBTrJxXQXafoHJW/RXQJtgAQcr0/6IPSJJubv6GWlZldBnzcft8sghD3SqdraIrlOe2BSz5QcnQhnhVDovdC0nNBXAb6M",
  "89ztIPyP5MTkPCp5AjLvwpDyIKWOBb2foAtCwYtRVU65S1DZABSGo1bTPcLa9IbkkUcVajqM1tCmK6Z0qK4vGmQYGmmJPNEGTQ9Y0dM70Eejp5gu+5IV",
  "G719jKVenYR+7NW2CKzMxUpCJikraZGhI/+L7VMEp0Ql+CTaItctKfSVYnxUk4qypE2LpJ+qbtkHAEBLIpMkwGDnQ/+9uj8BlPUAVT1Aqx6gXQ9Q6AG6",
  "9ECmrgcYZD1A71WWykSE7HKSd/6zCqHlTnbL8RzYPc8DYIOIdtlll9W3OrmcYlG7n83m2cipFngBboIKjFCgDahAggJOrx6oBe1YO0u39K05xzMMxDkH",
  "MjTau4ZjRjU79P/+KGkZPAwOfRWsZiqDkzpf09okxXB0jYylALoAyoqSoxSsN6B54KABpwVUi/dj4XSIPxoE7s8Z3geg1PAEDqw3QOsS5QKbNerT/z0B",
  "eF9JfhwiBAvgpgLMCf9JpUSqKGTpKGWgKBAyAIaJRNvQwW8AlBMim1I1nzBHIxEvUgDiSZev2NSySQYFGMvHBLJskznWzx1jDuwpMUbdVSlybfxYkni2",
  "8DOfCVYMcL3pY9cN9pEgobjKlTqntKR5ICWAI3FNVV8RfIVlepLCapyp5a7UdowzJN1EixA3YFkVjKyC3RuxcRzYuhSFRmpVsCpfI37SAoDNAVyv0j6u",
  "AodGgbvTifgRcZRGHBwVeCsqhvI6d79Suyg0IvJyI6Kr++yFOivdteFRK/LbpqLHlr/aBRmUimtFhalOrb2jiHSKmXOuFUNVlQx5+ZDOliWrU4amS+RI",
  "rXL1WtFZnhaGqnaHSGQf1uxW18lpUusSqqzr6o4tOdRucrr8UJX2SEVduT3F4P6VRoq6vLyR1WbX5fXzBxe5bm12q6gfHMj+clUplJ3POTWvZ0I30paV",
  "JGxmcLVeXnWqfalDXhinVhkK6sodUe+WBfKQg6EhbJKaN3eiuG804yj19HpKilziS6fCashu0AMeBBQQwOnrWIQb14Hm69H1ge3njFtViumURmFCEWT3",
  "o78tgP/T1Kx/eijQn6NhSyow7ZywFmyxB4sSwPn/bbOwmRORc2uOndhyYF9ky751B8DD2ff/BACApYAMCQCwEsJmBGedpGS2aFcMMEqGTTiC5ilCIBka",
  "4Lbs8iBsLHAkLU+t9RFBmHa48yw7mcAkScR5+qqMl3CkYl4zNzBN7k+emzvez3yaKceNmaEqygFheC01QdknFGTQIyM4Y3ahKGCcJKwnkxOUFUbRA0fK",
  "XQvQwAJVYQM2VaaPyzd1nQ+aJX9mL8dI3UgENRpshubJ/Zfx/NIUxJQHw3F/pRz8mdJEO+5bcNn/DAQ=",
];

export function nearLibrary(): Uint8Array {
  return new Uint8Array(brotliDecompressSync(Buffer.from(COMPRESSED.join(""), "base64")));
}
