/** Members of the framework's interfaces that programs implement most. */

/** `Name(2)` is a method with two parameters, `Name` a property or event. */
const WRITTEN: Readonly<Record<string, string>> = {
  IDisposable: "Dispose(0)",
  IAsyncDisposable: "DisposeAsync(0)",
  IEnumerable: "GetEnumerator(0)",
  IEnumerator: "Current MoveNext(0) Reset(0) Dispose(0)",
  IAsyncEnumerable: "GetAsyncEnumerator(1)",
  IAsyncEnumerator: "Current MoveNextAsync(0) DisposeAsync(0)",
  ICollection:
    "Count IsReadOnly IsSynchronized SyncRoot Add(1) Clear(0) Contains(1) CopyTo(2) Remove(1) GetEnumerator(0)",
  IReadOnlyCollection: "Count GetEnumerator(0)",
  IReadOnlyList: "Count GetEnumerator(0)",
  IList:
    "Count IsReadOnly IsFixedSize IsSynchronized SyncRoot Add(1) Clear(0) Contains(1) CopyTo(2) IndexOf(1) Insert(2) Remove(1) RemoveAt(1) GetEnumerator(0)",
  IDictionary:
    "Keys Values Count IsReadOnly IsFixedSize IsSynchronized SyncRoot Add(1) Add(2) Clear(0) Contains(1) ContainsKey(1) CopyTo(2) Remove(1) TryGetValue(2) GetEnumerator(0)",
  IReadOnlyDictionary: "Keys Values Count ContainsKey(1) TryGetValue(2) GetEnumerator(0)",
  IDictionaryEnumerator: "Entry Key Value Current MoveNext(0) Reset(0)",
  ISet: "Count IsReadOnly Add(1) Clear(0) Contains(1) CopyTo(2) Remove(1) ExceptWith(1) IntersectWith(1) IsProperSubsetOf(1) IsProperSupersetOf(1) IsSubsetOf(1) IsSupersetOf(1) Overlaps(1) SetEquals(1) SymmetricExceptWith(1) UnionWith(1) GetEnumerator(0)",
  IGrouping: "Key GetEnumerator(0)",
  IComparable: "CompareTo(1)",
  IComparer: "Compare(2)",
  IEquatable: "Equals(1)",
  IEqualityComparer: "Equals(2) GetHashCode(1)",
  IStructuralEquatable: "Equals(2) GetHashCode(1)",
  IStructuralComparable: "CompareTo(2)",
  ICloneable: "Clone(0)",
  IFormattable: "ToString(2)",
  ISpanFormattable: "ToString(2) TryFormat(4)",
  IFormatProvider: "GetFormat(1)",
  ICustomFormatter: "Format(3)",
  IParsable: "Parse(2) TryParse(3)",
  ISpanParsable: "Parse(2) TryParse(3)",
  IConvertible:
    "GetTypeCode(0) ToBoolean(1) ToByte(1) ToChar(1) ToDateTime(1) ToDecimal(1) ToDouble(1) ToInt16(1) ToInt32(1) ToInt64(1) ToSByte(1) ToSingle(1) ToString(1) ToType(2) ToUInt16(1) ToUInt32(1) ToUInt64(1)",
  IServiceProvider: "GetService(1)",
  IProgress: "Report(1)",
  IObservable: "Subscribe(1)",
  IObserver: "OnNext(1) OnError(1) OnCompleted(0)",
  IAsyncResult: "AsyncState AsyncWaitHandle CompletedSynchronously IsCompleted",
  INotifyCompletion: "OnCompleted(1)",
  ICriticalNotifyCompletion: "OnCompleted(1) UnsafeOnCompleted(1)",
  IAsyncStateMachine: "MoveNext(0) SetStateMachine(1)",
  IValueTaskSource: "GetResult(1) GetStatus(1) OnCompleted(4)",
  IThreadPoolWorkItem: "Execute(0)",
  ITimer: "Change(2) Dispose(0) DisposeAsync(0)",
  INotifyPropertyChanged: "PropertyChanged",
  INotifyPropertyChanging: "PropertyChanging",
  INotifyCollectionChanged: "CollectionChanged",
  INotifyDataErrorInfo: "HasErrors ErrorsChanged GetErrors(1)",
  IDataErrorInfo: "Error Item",
  ICommand: "CanExecute(1) Execute(1) CanExecuteChanged",
  ISerializable: "GetObjectData(2)",
  IDeserializationCallback: "OnDeserialization(1)",
  IXmlSerializable: "GetSchema(0) ReadXml(1) WriteXml(1)",
  IQueryable: "ElementType Expression Provider GetEnumerator(0)",
  IQueryProvider: "CreateQuery(1) Execute(1)",
};

/** Whether an interface of the framework has such a member; undefined for an interface that the table lacks. */
export function isFrameworkMember(type: string, name: string, parameters: number | undefined): boolean | undefined {
  const written = Object.hasOwn(WRITTEN, type) ? WRITTEN[type] : undefined;
  return written?.split(" ").includes(parameters === undefined ? name : `${name}(${parameters})`);
}
