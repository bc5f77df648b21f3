using System.Buffers.Binary;

namespace Cenote.Heap;

/// <summary>
/// Walks over all objects in the order of their addresses, in blocks, so that neither a large heap nor a large object takes much
/// memory. The heap is read as the GC reads it: each object begins where the one before it ends.
/// </summary>
internal sealed class HeapWalker
{
    /// <summary>The number of bytes per read.</summary>
    public const int BlockBytes = 1 << 20;

    /// <summary>An object begins with its method table and, if it has elements, their number.</summary>
    private const int HeadBytes = 16;

    private const int SmallestObject = 24;

    private readonly HeapLayout _layout;
    private readonly IHeapMemory _memory;
    private readonly HeapTypes _types;
    private readonly Dictionary<ulong, HeapType> _known = [];
    private readonly byte[] _block = GC.AllocateUninitializedArray<byte>(BlockBytes);

    public HeapWalker(HeapLayout layout, IHeapMemory memory, HeapTypes types)
    {
        _layout = layout;
        _memory = memory;
        _types = types;
    }

    /// <summary>Bytes in the parts of ranges that could not be walked.</summary>
    public long UnreadBytes { get; private set; }

    /// <summary>
    /// The part of <see cref="UnreadBytes"/> whose memory is missing or zero. The rest follows an object of unknown type or wrong
    /// size.
    /// </summary>
    public long MissingBytes { get; private set; }

    /// <summary>Walks over all ranges.</summary>
    public void Walk<TVisitor>(ref TVisitor visitor, Action<double> progress, CancellationToken cancellationToken)
        where TVisitor : struct, IHeapVisitor
    {
        long total = Math.Max(1, _layout.TotalBytes);
        long done = 0;
        UnreadBytes = 0;
        MissingBytes = 0;
        for (int range = 0; range < _layout.Ranges.Count; range++)
        {
            cancellationToken.ThrowIfCancellationRequested();
            progress((double)done / total);
            WalkRange(range, ref visitor, cancellationToken);
            done += _layout.Ranges[range].Length;
        }
    }

    /// <summary>Walks over one range.</summary>
    public void WalkRange<TVisitor>(int number, ref TVisitor visitor, CancellationToken cancellationToken)
        where TVisitor : struct, IHeapVisitor
    {
        HeapRange range = _layout.Ranges[number];
        (ulong contextStart, ulong contextEnd) = _layout.NextContext(range.Start);
        ulong blockStart = 0;
        int blockLength = 0;
        ulong at = range.Start;
        ulong lastTable = 0;
        HeapType type = HeapType.Unknown;
        bool isMissing = false;
        while (at + SmallestObject <= range.End)
        {
            if (at == contextStart)
            {
                // The runtime reserves space for a minimum-size object at the end of each allocation context.
                at = (contextEnd + SmallestObject + 7) & ~7UL;
                (contextStart, contextEnd) = _layout.NextContext(at);
                continue;
            }

            if (!IsInBlock(HeadBytes) && !Load(HeadBytes))
            {
                isMissing = true;
                break;
            }

            ReadOnlySpan<byte> head = _block.AsSpan((int)(at - blockStart));
            ulong table = BinaryPrimitives.ReadUInt64LittleEndian(head) & ~7UL;
            if ((uint)table == 0 && range.Age == HeapAge.Young)
            {
                // The word is unused space of a former allocation context, or the header of the next object.
                at += sizeof(ulong);
                continue;
            }

            if (table != lastTable)
            {
                type = TypeOf(table, at);
                lastTable = table;
            }

            if (type == HeapType.Unknown)
            {
                isMissing = table == 0;
                break;
            }

            long size = type.SizeOf(BinaryPrimitives.ReadUInt32LittleEndian(head[sizeof(ulong)..]));
            if ((ulong)size > range.End - at)
            {
                break;
            }

            int wanted = (int)Math.Min(size, BlockBytes);
            if (!IsInBlock(wanted))
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (!Load(wanted))
                {
                    isMissing = true;
                    break;
                }
            }

            visitor.Visit(new HeapPosition(number, range.Age, at), type, _block.AsSpan((int)(at - blockStart), wanted), size);
            at += (ulong)size;
            while (contextStart < at)
            {
                (contextStart, contextEnd) = _layout.NextContext(at);
            }
        }

        if (at + SmallestObject <= range.End)
        {
            UnreadBytes += (long)(range.End - at);
            MissingBytes += isMissing ? (long)(range.End - at) : 0;
        }

        bool IsInBlock(int bytes) => at >= blockStart && at + (ulong)bytes <= blockStart + (ulong)blockLength;

        bool Load(int bytes)
        {
            blockStart = at;
            blockLength = _memory.Read(at, _block.AsSpan(0, (int)Math.Min(BlockBytes, range.End - at)));
            return blockLength >= bytes;
        }
    }

    private HeapType TypeOf(ulong table, ulong address)
    {
        if (table == 0)
        {
            return HeapType.Unknown;
        }

        if (!_known.TryGetValue(table, out HeapType? type))
        {
            type = _types.Get(table, address);
            _known.Add(table, type);
        }

        return type;
    }
}
