using System.Diagnostics;

namespace Cenote.Collections;

/// <summary>What a debugger shows of a list: the first items.</summary>
internal sealed class NativeListDebugView<T>(NativeList<T> list)
    where T : unmanaged
{
    private const int Most = 10_000;

    [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
    public T[] Items
    {
        get
        {
            var items = new T[Math.Min(Most, list.Count)];
            for (int i = 0; i < items.Length; i++)
            {
                items[i] = list[i];
            }

            return items;
        }
    }
}
