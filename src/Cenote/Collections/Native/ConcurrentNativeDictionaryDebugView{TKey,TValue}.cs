using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>
/// What a debugger shows of a concurrent dictionary. It waits for nobody, because all other threads stand still: a part that one
/// of them is changing is left out.
/// </summary>
internal sealed class ConcurrentNativeDictionaryDebugView<TKey, TValue>(ConcurrentNativeDictionary<TKey, TValue> dictionary)
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public KeyValuePair<TKey, TValue>[] Items => [.. dictionary.EntriesNow()];
}
