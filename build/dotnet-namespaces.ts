/** .NET namespaces included in our type tables. */
export const FRAMEWORK_NAMESPACES =
  /^System(?:$|\.(?!.*(?:Internal|Intrinsics|Interop|Design$|EventSource|Tracing|Cryptography|Metadata|Emit|Formatters|Asn1|Tar|Ports|Remoting|Marshalling|ObjectiveC|Hosting|Loader|Versioning|Constrained|Configuration|Contracts|Isolated|SymbolStore)))/;
