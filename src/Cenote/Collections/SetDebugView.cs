using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>What a debugger shows of a set.</summary>
internal sealed class SetDebugView(IEnumerable<string> strings)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public string[] Items
    {
        get
        {
            try
            {
                return [.. strings];
            }
            catch (ObjectDisposedException)
            {
                return [];
            }
        }
    }
}
