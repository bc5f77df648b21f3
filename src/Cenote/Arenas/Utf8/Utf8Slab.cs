using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Memory divided into cells of one size, for strings that are removed individually. A cell begins with one byte: its generation,
/// which increases with each string, and whether the cell holds a string now. The length follows (omitted if all strings of the
/// slab have the same length), then the string or, in a free cell, the free-list link.
/// </summary>
/// <remarks>
/// Changes require the lock of the <see cref="Utf8Stripe"/>. Readers take no lock: they read first, then check that the slab's
/// number and the cell's generation match the id. They read only within the slab.
/// </remarks>
internal sealed unsafe class Utf8Slab
{
    private readonly byte* _start;
    private readonly int _cellBytes;

    // 0 if each cell stores the length of its string.
    private readonly int _textBytes;
    private readonly bool _terminates;
    private readonly int _cells;
    private long _number;

    // The index of the first cell not used since the slab was last renewed or restarted.
    private int _usedCells;

    // The index of the first free cell plus one; 0 if no cell is free.
    private int _free;
    private int _exhaustedCells;

    // The generation that new cells start with, and the highest generation that was freed.
    private int _firstGeneration;
    private int _maxGeneration = -1;

    /// <param name="stripe">The owner of the slab.</param>
    /// <param name="run">The memory of the slab.</param>
    /// <param name="length">The length of a string that must fit, including the terminator.</param>
    /// <param name="terminator">1 if a NUL follows each string, otherwise 0.</param>
    public Utf8Slab(Utf8Stripe stripe, PageRun run, int length, int terminator = 0)
    {
        Stripe = stripe;
        Run = run;
        _start = run.Address;
        _terminates = terminator != 0;
        if (length > Utf8SizeClass.MaxSharedLength)
        {
            Class = NoClass;
            _cellBytes = length + Utf8SizeClass.LengthBytes;
            _cells = 1;
        }
        else
        {
            Class = Utf8SizeClass.Of(length);
            _cellBytes = Utf8SizeClass.CellBytes(length);
            _textBytes = length <= Utf8SizeClass.MaxExactLength ? length - terminator : 0;
            _cells = (int)Math.Min(Utf8StoreId.MaxCells, run.Bytes / (uint)_cellBytes);
        }
    }

    /// <summary>The class of slabs with one long string.</summary>
    public const int NoClass = -1;

    public Utf8Stripe Stripe { get; }

    public PageRun Run { get; }

    public int Class { get; }

    /// <summary>The number of strings.</summary>
    public int Live { get; private set; }

    /// <summary>Whether the slab accepts strings: it has memory and a free cell, and is not exhausted.</summary>
    public bool AcceptsStrings => !IsDiscarded && !IsExhausted && (_free != 0 || _usedCells < _cells);

    /// <summary>
    /// Whether more than half of the cells have used up their generations, or the slab was renewed and no generations are left.
    /// Such a slab accepts no more strings. Once it is empty, its memory is returned.
    /// </summary>
    public bool IsExhausted => 2 * _exhaustedCells > _cells || _firstGeneration > Utf8StoreId.LastGeneration;

    public long BytesUsedUp => (long)_exhaustedCells * _cellBytes;

    /// <summary>Whether the slab is on the list of slabs that accept strings.</summary>
    public bool IsListed { get; set; }

    /// <summary>The next slab on the list of slabs that accept strings.</summary>
    public Utf8Slab? Next { get; set; }

    /// <summary>The next slab whose memory or number can be reused.</summary>
    public Utf8Slab? NextVacant { get; set; }

    /// <summary>Whether the slab's memory was decommitted.</summary>
    public bool IsDiscarded { get; set; }

    /// <summary>The slab's index in the store.</summary>
    public int Place { get; set; }

    /// <summary>The number by which ids refer to the slab; 0 if no id refers to the slab.</summary>
    public long Number
    {
        get => Volatile.Read(ref _number);
        set => Volatile.Write(ref _number, value);
    }

    public int FirstGeneration
    {
        get => _firstGeneration;
        init => _firstGeneration = value;
    }

    private int TextOffset => _textBytes != 0 ? Utf8SizeClass.GenerationBytes : Utf8SizeClass.LengthBytes;

    /// <summary>Copies a string into a free cell.</summary>
    public long Add(ReadOnlySpan<byte> text)
    {
        Invariant.Holds(Stripe.Gate);
        Invariant.Holds(AcceptsStrings, "The slab has a free cell.");
        Invariant.Holds(
            TextOffset + text.Length + (_terminates ? 1 : 0) <= _cellBytes && (_textBytes == 0 || _textBytes == text.Length),
            "The string fits in a cell, and has the slab's string length if that is fixed.");
        int index = _free - 1;
        byte* cell;
        int generation;
        if (index >= 0)
        {
            cell = Cell(index);
            Invariant.Holds(index < _usedCells && (*cell & 1) == 0, "Each cell on the free list is free.");
            generation = (*cell >> 1) + 1;
            _free = Link(cell);
        }
        else
        {
            index = _usedCells;
            cell = Cell(index);
            *cell = 0;
            generation = _firstGeneration;
            Volatile.Write(ref _usedCells, index + 1);
        }

        if (_textBytes == 0)
        {
            *(int*)(cell + Utf8SizeClass.GenerationBytes) = text.Length;
        }

        TextCopy.Copy(cell + TextOffset, in MemoryMarshal.GetReference(text), (uint)text.Length);
        if (_terminates)
        {
            cell[TextOffset + text.Length] = 0;
        }

        Invariant.Holds(generation <= Utf8StoreId.LastGeneration, "The generation fits in the bits of an id.");
        // Written last, so that readers see only complete strings.
        Volatile.Write(ref *cell, (byte)((generation << 1) | 1));
        Live++;
        return Utf8StoreId.Of(_number, index, generation);
    }

    /// <summary>The string of an id, unless it is stale. Takes no lock.</summary>
    public bool TryFind(long id, out ReadOnlySpan<byte> text)
    {
        int index = Utf8StoreId.Index(id);
        if (index < Volatile.Read(ref _usedCells))
        {
            byte* cell = Cell(index);
            int length = _textBytes != 0 ? _textBytes : *(int*)(cell + Utf8SizeClass.GenerationBytes);

            // If the id is still live after the read, the cell has held its string all along, so the data read is that string.
            Volatile.ReadBarrier();
            if (IsLive(cell, id) && (uint)length <= (uint)(_cellBytes - TextOffset))
            {
                text = new ReadOnlySpan<byte>(cell + TextOffset, length);
                return true;
            }
        }

        text = default;
        return false;
    }

    /// <summary>Frees the cell of an id.</summary>
    /// <param name="id">An id.</param>
    /// <param name="clears">Whether to clear the string.</param>
    /// <param name="length">Bytes of the string.</param>
    /// <returns>False if the id is stale.</returns>
    public bool Remove(long id, bool clears, out int length)
    {
        Invariant.Holds(Stripe.Gate);
        length = 0;
        if (!TryFind(id, out ReadOnlySpan<byte> text))
        {
            return false;
        }

        length = text.Length;
        int index = Utf8StoreId.Index(id);
        int generation = Utf8StoreId.Generation(id);
        byte* cell = Cell(index);
        *cell = (byte)(generation << 1);

        // A reader that sees any of the writes below also sees that the id is stale.
        Volatile.WriteBarrier();
        if (clears)
        {
            NativeMemory.Clear(cell + TextOffset, (nuint)length);
        }

        Live--;
        Invariant.Holds(Live >= 0, "The number of strings in a slab is not negative.");
        _maxGeneration = Math.Max(_maxGeneration, generation);
        if (generation == Utf8StoreId.LastGeneration)
        {
            _exhaustedCells++;
        }
        else
        {
            Link(cell) = (ushort)_free;
            _free = index + 1;
        }

        return true;
    }

    /// <summary>
    /// Renews an empty slab: its cells get generations that no id has used. If no generations are left, the slab is exhausted.
    /// </summary>
    public void Renew()
    {
        Invariant.Holds(Live == 0, "A slab is renewed only when it has no strings.");
        _firstGeneration = Math.Max(_firstGeneration, _maxGeneration + 1);
        Empty();
    }

    /// <summary>Removes all strings and assigns a new number, under which no generation is used yet.</summary>
    public void Restart(long number)
    {
        Number = number;
        _firstGeneration = 0;
        _maxGeneration = -1;
        Empty();
    }

    /// <summary>Clears all memory that was written.</summary>
    public void Clear() => NativeMemory.Clear(_start, (nuint)_usedCells * (nuint)_cellBytes);

    // Reads the generation first, because a slab loses its number before its memory gets a new owner.
    private bool IsLive(byte* cell, long id) =>
        Volatile.Read(ref *cell) == ((Utf8StoreId.Generation(id) << 1) | 1) && Number == Utf8StoreId.Number(id);

    private byte* Cell(int index) => _start + ((nint)index * _cellBytes);

    // The link of a free cell overlays the string. It must not overwrite the generation or the stored length (if any), because a
    // reader with a stale id may still read them.
    private ref ushort Link(byte* cell) => ref *(ushort*)(cell + TextOffset);

    private void Empty()
    {
        Volatile.Write(ref _usedCells, 0);
        _free = 0;
        _exhaustedCells = 0;
        Live = 0;
    }
}
