using System.Diagnostics;

namespace Cenote.Interning;

/// <summary>What a debugger shows of a table in a file: its texts, each at the index that is its id.</summary>
internal sealed class FrozenStringTableDebugView(FrozenStringTable table)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public string[] Items
    {
        get
        {
            try
            {
                return [.. Enumerable.Range(0, table.Count).Select(id => table.AsSpan(id).ToString())];
            }
            catch (ObjectDisposedException)
            {
                return [];
            }
        }
    }
}
