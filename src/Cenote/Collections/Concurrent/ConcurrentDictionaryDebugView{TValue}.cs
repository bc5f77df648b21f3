using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>
/// What a debugger shows of a concurrent dictionary. It waits for nobody, because all other threads stand still: a part that one
/// of them is changing is left out.
/// </summary>
internal sealed class ConcurrentDictionaryDebugView<TValue>(ConcurrentPooledStringDictionary<TValue> dictionary)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public KeyValuePair<string, TValue>[] Items
    {
        get
        {
            try
            {
                return [.. dictionary.EntriesNow()];
            }
            catch (ObjectDisposedException)
            {
                return [];
            }
        }
    }
}
