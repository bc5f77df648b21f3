using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>What a debugger shows of an index.</summary>
internal sealed class PostingsDebugView(PooledStringPostings index)
{
    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public KeyValuePair<string, int[]>[] Items
    {
        get
        {
            var items = new List<KeyValuePair<string, int[]>>();
            if (!index.IsDisposed)
            {
                foreach (var (key, numbers) in index)
                {
                    items.Add(new(key.ToString(), numbers.ToArray()));
                }
            }

            return [.. items];
        }
    }
}
