using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>What a debugger shows of a dictionary.</summary>
/// <param name="entries">The dictionary, as a sequence: enumerated like that, it does not count as having handed out
/// references.</param>
internal sealed class DictionaryDebugView<TValue>(IEnumerable<KeyValuePair<string, TValue>> entries)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public KeyValuePair<string, TValue>[] Items
    {
        get
        {
            try
            {
                return [.. entries];
            }
            catch (ObjectDisposedException)
            {
                return [];
            }
        }
    }
}
