using Cenote.Memory.Pages;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// The set-associative table of a bounded interner: sets of up to eight ways; the total number of ways is the capacity. Readers
/// take no lock; writers take one of sixteen locks, selected by the set. No search compares more than eight strings, even for
/// hostile keys.
/// </summary>
internal sealed partial class BoundedTable : IMeasuredInterner
{
    private const int Gates = 16;

    private readonly BoundedSet[] _sets;
    private readonly BoundedHistory[] _histories;
    private readonly Lock[] _gates = new Lock[Gates];
    private readonly int _minWays;
    private readonly int _largerSets;
    private readonly long _maximumBytes;

    private int _count;
    private long _bytes;
    private long _additions;
    private long _evictions;
    private long _removals;
    private uint _nextSet;

    public BoundedTable(int capacity, long maximumBytes)
    {
        int sets = (int)(((long)capacity + BoundedSet.Ways - 1) / BoundedSet.Ways);
        if (!MachineMemory.System.HasAvailable((ulong)sets * (uint)(BoundedSet.Bytes + Unsafe.SizeOf<BoundedHistory>())))
        {
            Throw.NoMemoryForInterner(capacity);
        }

        try
        {
            _sets = new BoundedSet[sets];
            _histories = new BoundedHistory[sets];
        }
        catch (OutOfMemoryException)
        {
            Throw.NoMemoryForInterner(capacity);
        }

        _minWays = capacity / sets;
        _largerSets = capacity % sets;
        _maximumBytes = maximumBytes;
        Capacity = capacity;
        for (int i = 0; i < Gates; i++)
        {
            _gates[i] = new Lock();
        }
    }

    public int Capacity { get; }

    /// <summary>The approximate number of strings.</summary>
    public int Count => Volatile.Read(ref _count);

    bool IMeasuredInterner.IsDisposed => false;

    long? IMeasuredInterner.Bytes => Volatile.Read(ref _bytes);

    long? IMeasuredInterner.Additions => Volatile.Read(ref _additions);

    long? IMeasuredInterner.Removals => Volatile.Read(ref _removals);

    long? IMeasuredInterner.Evictions => Volatile.Read(ref _evictions);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? Find<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct => Find(text, text.Hash());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private string? Find<TText>(scoped TText text, ulong hash)
        where TText : struct, IInternText, allows ref struct
    {
        ref BoundedSet set = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_sets), SetOf(hash));
        for (ulong ways = TagWord.Find(set.Tags, TagWord.PatternOf(hash)); ways != 0; ways &= ways - 1)
        {
            int way = TagWord.FirstOf(ways);
            string? candidate = BoundedSet.StringOf(ref set, way);
            if (candidate is not null && text.Matches(candidate))
            {
                BoundedSet.MarkUsed(ref set, way);
                return candidate;
            }
        }

        return null;
    }

    // Scales the lower half of the hash to the number of sets; the tag comes from the upper half.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint SetOf(ulong hash) => (uint)(((uint)hash * (ulong)(uint)_sets.Length) >> 32);

    private int WaysOf(uint set) => set < _largerSets ? _minWays + 1 : _minWays;

    private Lock GateOf(uint set) => _gates[set % Gates];
}
