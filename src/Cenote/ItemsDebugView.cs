using System.Diagnostics;

namespace Cenote;

/// <summary>What a debugger shows of a collection: the items that it has at that moment.</summary>
internal sealed class ItemsDebugView(IDebugItems collection)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public Array Items
    {
        get
        {
            try
            {
                return collection.DebugItems;
            }
            catch (ObjectDisposedException)
            {
                return Array.Empty<object>();
            }
        }
    }
}
