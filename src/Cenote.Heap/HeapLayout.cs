using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>The address ranges of the objects of a heap, at the time the layout was read.</summary>
internal sealed class HeapLayout
{
    private readonly ulong[] _contextStarts;
    private readonly ulong[] _contextEnds;

    /// <summary>Creates a layout from ranges and allocation contexts, both in address order.</summary>
    public HeapLayout(HeapRange[] ranges, KeyValuePair<ulong, ulong>[] contexts)
    {
        Ranges = ranges;
        _contextStarts = [.. contexts.Select(context => context.Key)];
        _contextEnds = [.. contexts.Select(context => context.Value)];
    }

    /// <summary>All ranges, in address order.</summary>
    public IReadOnlyList<HeapRange> Ranges { get; }

    /// <summary>The total size of the ranges.</summary>
    public long TotalBytes => Ranges.Sum(static range => range.Length);

    /// <summary>Reads the layout from the runtime.</summary>
    public static HeapLayout Of(ClrHeap heap)
    {
        var ranges = new List<HeapRange>();
        foreach (ClrSegment segment in heap.Segments)
        {
            switch (segment.Kind)
            {
                case GCSegmentKind.Frozen:
                    Add(segment.ObjectRange, HeapAge.Literal);
                    break;
                case GCSegmentKind.Generation0 or GCSegmentKind.Generation1:
                    Add(segment.ObjectRange, HeapAge.Young);
                    break;
                case GCSegmentKind.Ephemeral:
                    // A single segment with three generations, as in runtimes without regions.
                    Add(segment.Generation2, HeapAge.Old);
                    Add(segment.Generation1, HeapAge.Young);
                    Add(segment.Generation0, HeapAge.Young);
                    break;
                default:
                    Add(segment.ObjectRange, HeapAge.Old);
                    break;
            }
        }

        ranges.Sort(static (a, b) => a.Start.CompareTo(b.Start));
        return new HeapLayout(
            [.. ranges],
            [
                .. heap.EnumerateAllocationContexts()
                    .Select(static context => KeyValuePair.Create(context.Start, context.End))
                    .Where(static context => context.Key != 0)
                    .DistinctBy(static context => context.Key)
                    .OrderBy(static context => context.Key),
            ]);

        void Add(MemoryRange range, HeapAge age)
        {
            if (range.Length > 0)
            {
                ranges.Add(new HeapRange(range.Start, range.End, age));
            }
        }
    }

    /// <summary>
    /// The first allocation context at or after an address: the part of generation 0 that a thread has not filled yet.
    /// </summary>
    /// <returns>Its start and end; both are the maximum address if there is none.</returns>
    public (ulong Start, ulong End) NextContext(ulong address)
    {
        int index = Array.BinarySearch(_contextStarts, address);
        index = index < 0 ? ~index : index;
        return index < _contextStarts.Length
            ? (_contextStarts[index], _contextEnds[index])
            : (ulong.MaxValue, ulong.MaxValue);
    }

    /// <summary>The index of the range that contains an address; -1 if none does.</summary>
    public int RangeOf(ulong address)
    {
        int low = 0;
        int high = Ranges.Count - 1;
        while (low <= high)
        {
            int middle = (low + high) / 2;
            HeapRange range = Ranges[middle];
            if (address < range.Start)
            {
                high = middle - 1;
            }
            else if (address >= range.End)
            {
                low = middle + 1;
            }
            else
            {
                return middle;
            }
        }

        return -1;
    }
}
