namespace Cenote;

/// <summary>The debugger view of a collection: its current items.</summary>
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
