/**
 * Results missing in a gold file that are right according to the sources, with reasons. The gold's lists stop if the chain from a
 * base to a source type includes a second .NET type.
 */
const LIST = "IList<T> of .NET extends ICollection<T>";
const COLLECTION = "Collection<T> of .NET implements IList<T>, ICollection<T> and IList";
const KEYED =
  "KeyedCollection<TKey, TItem> of .NET derives from Collection<TItem>, which implements IList and ICollection<T>";
const DICTIONARY = "IDictionary<TKey, TValue> of .NET extends ICollection<KeyValuePair<TKey, TValue>>";
const CONTAINER = `JContainer, the base class, implements IList<JToken> (Linq/JContainer.cs:50): ${LIST}`;

/** By query and position. */
export const ADJUDICATED: ReadonlyMap<string, string> = new Map([
  ["System.Collections.ObjectModel.Collection: Src/Newtonsoft.Json/Schema/JsonSchemaNodeCollection.cs:34", KEYED],
  ["System.Collections.ObjectModel.Collection: Src/Newtonsoft.Json/Serialization/JsonPropertyCollection.cs:41", KEYED],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Linq/JObject.cs:56", `${DICTIONARY}; ${CONTAINER}`],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Utilities/DictionaryWrapper.cs:47", DICTIONARY],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Linq/JArray.cs:45", CONTAINER],
  [
    "System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Linq/JProperty.cs:42",
    `IList<JToken> in its own list: ${LIST}`,
  ],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/JsonConverterCollection.cs:36", COLLECTION],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Linq/JPropertyKeyedCollection.cs:35", COLLECTION],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Linq/JConstructor.cs:38", CONTAINER],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Linq/JProperty.cs:39", CONTAINER],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Schema/JsonSchemaNodeCollection.cs:34", KEYED],
  ["System.Collections.Generic.ICollection: Src/Newtonsoft.Json/Serialization/JsonPropertyCollection.cs:41", KEYED],
  ["System.Collections.IList: Src/Newtonsoft.Json/JsonConverterCollection.cs:36", COLLECTION],
  ["System.Collections.IList: Src/Newtonsoft.Json/Linq/JPropertyKeyedCollection.cs:35", COLLECTION],
  ["System.Collections.IList: Src/Newtonsoft.Json/Schema/JsonSchemaNodeCollection.cs:34", KEYED],
  ["System.Collections.IList: Src/Newtonsoft.Json/Serialization/JsonPropertyCollection.cs:41", KEYED],
  [
    "System.Exception: Assets/Plugins/UniTask/Runtime/Channel.cs:75",
    "ChannelClosedException derives from InvalidOperationException of .NET, whose base SystemException derives from Exception",
  ],
]);
