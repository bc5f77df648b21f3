using System.Diagnostics;

namespace Cenote.Interning;

/// <summary>What a debugger shows of a table: its texts, each at the index that is its id.</summary>
internal sealed class StringTableDebugView(StringTable table)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public string[] Items
    {
        get
        {
            var items = new List<string>(table.Count);
            while (table.TryGetSpan(items.Count, out ReadOnlySpan<char> text))
            {
                items.Add(text.ToString());
            }

            GC.KeepAlive(table);
            return [.. items];
        }
    }
}
