using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>What a debugger shows of a dictionary.</summary>
internal sealed class NativeDictionaryDebugView<TKey, TValue>(NativeDictionary<TKey, TValue> dictionary)
    where TKey : unmanaged, IEquatable<TKey>
    where TValue : unmanaged
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public KeyValuePair<TKey, TValue>[] Items => dictionary.IsDisposed ? [] : [.. dictionary];
}
