/** Methods of the standard library that pass on the types of their receiver. */
import { EXTERNAL, type RustKnown, type RustType, std } from "./rust-model.ts";

const ITERATES = /^(?:Vec|VecDeque|HashSet|BTreeSet|BinaryHeap|Iter|LinkedList|IndexSet|SmallVec)$/;
const MAPS = /^(?:HashMap|BTreeMap|IndexMap)$/;
const SAME =
  /^(?:clone|to_owned|as_ref|as_mut|as_deref|as_deref_mut|cloned|copied|filter|or|or_else|take|replace|by_ref|rev|skip|chain|skip_while|take_while|step_by|cycle|fuse|inspect|peekable|to_vec|as_slice|as_mut_slice|borrow|borrow_mut|into_iter|iter|iter_mut|drain|into|retain|split_off|map_err|xor|get_or_insert|into_boxed_slice)$/;
const GIVES =
  /^(?:unwrap|expect|unwrap_or|unwrap_or_else|unwrap_or_default|into_inner|get_or_insert_with|or_insert|or_insert_with|or_default|deref|deref_mut|insert_entry)$/;
const ONE_OF =
  /^(?:first|last|get|get_mut|pop|pop_front|pop_back|front|back|front_mut|back_mut|next|next_back|nth|find|max|min|max_by|min_by|max_by_key|min_by_key|peek|peek_mut|last_mut|first_mut|reduce|next_if|binary_search_by)$/;

/** Methods whose result has no members in the workspace, whatever the type arguments are. */
const PLAIN =
  /^(?:len|count|is_[a-z_]+|contains|contains_key|any|all|position|rposition|sum|product|eq|ne|lt|le|gt|ge|cmp|capacity|starts_with|ends_with|push|push_back|push_front|push_str|extend|extend_from_slice|clear|sort\w*|reverse|truncate|dedup\w*|insert|join|concat|for_each|try_for_each|append|resize|reserve|swap|set|send|fill|hash|fmt|to_string|as_ptr|wake|forget|store|drop)$/;
/** Iterators over maps, with the types of the keys and the values. */
const OF_MAPS = /^(?:Iter|IterMut|IntoIter|Drain|Range|RangeMut)$/;
/** Iterators with another one as their type argument. */
const ADAPTERS = /^(?:Peekable|Rev|Skip|Take|Fuse|Cycle|StepBy|Cloned|Copied|SkipWhile|TakeWhile|Filter)$/;

/** Returns a type outside of the workspace by its written name. Iterators have one name, whatever they iterate over. */
export function stdNamed(name: string, args: readonly RustKnown[]): RustType {
  const [first, second] = args;
  if (/^(?:Values|ValuesMut|IntoValues)$/.test(name) && args.length === 2) return std("Iter", second);
  if (/^(?:Keys|IntoKeys)$/.test(name)) return std("Iter", first);
  if (OF_MAPS.test(name)) return std("Iter", args.length === 2 ? { is: "tuple", of: [first, second] } : first);
  if (ADAPTERS.test(name) && first?.is === "std" && first.name === "Iter") return first;
  return std(name, ...args);
}

function isOurs(type: RustKnown): boolean {
  if (type?.is === "std") return type.args.some(isOurs);
  return type?.is === "tuple" ? type.of.some(isOurs) : type?.is === "named";
}

export function elementOf(type: RustKnown): RustKnown {
  if (type?.is !== "std") return type?.is === "external" ? type : undefined;
  if (MAPS.test(type.name)) return { is: "tuple", of: [type.args[0], type.args[1]] };
  if (/^(?:Arc|Rc|Box|Ref|RefMut|MutexGuard|Cow)$/.test(type.name)) return elementOf(type.args[0]);
  return type.args.length === 0 ? EXTERNAL : type.args[0];
}

/** Returns the result of a method on a type outside the workspace. `result` is the result of its closure. */
export function stdResult(
  { name, args }: Extract<RustType, { is: "std" }>,
  method: string,
  result: () => Promise<RustKnown>,
  argument: () => Promise<RustKnown>,
): Promise<RustKnown> | RustKnown {
  const [first, second] = args;
  if (args.length === 0) return std("");
  if (name === "Option" || name === "Result") {
    if (GIVES.test(method)) return first;
    if (/^(?:iter|iter_mut|into_iter)$/.test(method)) return std("Iter", first);
    if (method === "map") return result().then((type) => std(name, type, second));
    if (method === "and_then") return result();
    if (/^map_or/.test(method)) return method === "map_or_else" ? undefined : result();
    if (method === "ok" || method === "filter") return std("Option", first);
    if (method === "err") return std("Option", second);
    if (method === "unwrap_err") return second;
    if (/^ok_or/.test(method)) return std("Result", first, undefined);
    if (method === "zip") return undefined;
    return SAME.test(method) ? std(name, ...args) : EXTERNAL;
  }
  if (MAPS.test(name)) {
    if (/^(?:get|get_mut|remove|insert)$/.test(method)) return std("Option", second);
    if (/^(?:values|values_mut|into_values)$/.test(method)) return std("Iter", second);
    if (/^(?:keys|into_keys)$/.test(method)) return std("Iter", first);
    if (/^(?:iter|iter_mut|into_iter|drain)$/.test(method)) return std("Iter", { is: "tuple", of: [first, second] });
    if (method === "entry") return std("Entry", second);
    return method === "clone" ? std(name, ...args) : EXTERNAL;
  }
  if (
    /^(?:Mutex|RwLock|JoinHandle|Receiver|ScopedJoinHandle)$/.test(name) &&
    /^(?:lock|read|write|join|recv|try_lock|try_recv|into_inner|get_mut)$/.test(method)
  )
    return std("Result", first);
  if (/^(?:iter|into_iter)$/.test(method) && name === "Receiver") return std("Iter", first);
  if (
    /^(?:RefCell|OnceLock|OnceCell|Cell|LazyLock)$/.test(name) &&
    /^(?:borrow|borrow_mut|get_mut|get_or_init|into_inner|replace|take)$/.test(method)
  )
    return first;
  if (/^(?:OnceLock|OnceCell)$/.test(name) && method === "get") return std("Option", first);
  if (method === "map" || method === "map_while")
    return result().then((type) => std("Iter", method === "map" ? type : elementOf(type)));
  if (method === "flat_map" || method === "filter_map" || method === "find_map")
    return result().then((type) => std(method === "find_map" ? "Option" : "Iter", elementOf(type)));
  if (method === "flatten") return std("Iter", elementOf(first));
  if (method === "enumerate") return std("Iter", { is: "tuple", of: [EXTERNAL, first] });
  if (method === "zip") return argument().then((type) => std("Iter", { is: "tuple", of: [first, elementOf(type)] }));
  if (/^(?:windows|chunks|chunks_exact|split)$/.test(method)) return std("Iter", std("Vec", first));
  if (method === "fold") return argument();
  if (method === "collect") return undefined;
  if (GIVES.test(method)) return first;
  if (ITERATES.test(name) && ONE_OF.test(method)) return std("Option", first);
  if (/^(?:iter|iter_mut|into_iter|drain)$/.test(method)) return std("Iter", first);
  if (SAME.test(method)) return std(name, ...args);
  return PLAIN.test(method) || !args.some(isOurs) ? EXTERNAL : undefined;
}

/** Returns the parameter of the closure that a method of such a type takes. */
export function stdClosureParameter(
  { name, args }: Extract<RustType, { is: "std" }>,
  method: string,
  at: number,
): RustKnown {
  const [first, second] = args;
  if (name === "Result" && /err|or_else/.test(method)) return second;
  if (MAPS.test(name)) return method === "retain" ? args[at] : undefined;
  if (method === "fold" || method === "try_fold") return at === 1 ? first : undefined;
  return first;
}
