using System.Runtime.InteropServices;
using Cenote.Memory.Pages;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Arenas;

/// <summary>
/// Memory that is cut into cells of one size, for texts that are removed one by one. A cell begins with a byte: its life, which
/// counts the texts that it has had, and whether it has one now. Behind it are the length, unless all texts of the slab have the
/// same, and the text; in a free cell the link to the next one.
/// </summary>
/// <remarks>
/// Changed under the lock of its <see cref="Utf8Stripe"/>. Readers take no lock: what they found is what they were looking for if
/// number and life fit afterwards, and it lies within the slab in any case.
/// </remarks>
internal sealed unsafe class Utf8Slab
{
    private readonly byte* _start;
    private readonly int _cellBytes;

    // 0 if each cell says the length of its text.
    private readonly int _textBytes;
    private readonly bool _terminates;
    private readonly int _cells;
    private long _number;

    // Cells from here on have not been used since the slab became new.
    private int _carved;

    // One more than the index of a free cell; 0 if there is none.
    private int _free;
    private int _retired;

    // Where the life of a cell begins, and the highest one that ended.
    private int _firstLife;
    private int _mostLife = -1;

    /// <param name="stripe">Whose it is.</param>
    /// <param name="run">Its memory.</param>
    /// <param name="length">A length of texts that are to fit, with what follows them.</param>
    /// <param name="terminator">1 if a NUL follows each text, 0 otherwise.</param>
    public Utf8Slab(Utf8Stripe stripe, PageRun run, int length, int terminator = 0)
    {
        Stripe = stripe;
        Run = run;
        _start = run.Address;
        _terminates = terminator != 0;
        if (length > Utf8SizeClass.LongestShared)
        {
            Class = NoClass;
            _cellBytes = length + Utf8SizeClass.LengthBytes;
            _cells = 1;
        }
        else
        {
            Class = Utf8SizeClass.Of(length);
            _cellBytes = Utf8SizeClass.CellBytes(length);
            _textBytes = length <= Utf8SizeClass.LongestExact ? length - terminator : 0;
            _cells = (int)Math.Min(Utf8ArenaId.MostCells, run.Bytes / (uint)_cellBytes);
        }
    }

    /// <summary>The class of slabs that have one long text.</summary>
    public const int NoClass = -1;

    public Utf8Stripe Stripe { get; }

    public PageRun Run { get; }

    public int Class { get; }

    /// <summary>Live texts.</summary>
    public int Live { get; private set; }

    /// <summary>Whether the slab takes texts: it has memory and room, and not too many of its cells are used up.</summary>
    public bool TakesTexts => !IsDiscarded && !IsWornOut && (_free != 0 || _carved < _cells);

    /// <summary>
    /// Whether more than half of the cells are used up. Such a slab takes no more texts, so that it becomes empty, and its memory
    /// new.
    /// </summary>
    public bool IsWornOut => 2 * _retired > _cells || _firstLife > Utf8ArenaId.LastLife;

    public long BytesUsedUp => (long)_retired * _cellBytes;

    /// <summary>Whether it is on the list of the slabs that take texts.</summary>
    public bool IsListed { get; set; }

    /// <summary>The next one on that list.</summary>
    public Utf8Slab? Next { get; set; }

    /// <summary>The next one whose memory, or whose number, may be used again.</summary>
    public Utf8Slab? NextVacant { get; set; }

    /// <summary>Whether its memory was given back.</summary>
    public bool IsDiscarded { get; set; }

    /// <summary>Where the arena has it.</summary>
    public int Place { get; set; }

    /// <summary>The number by which ids find it; 0 if none does.</summary>
    public long Number
    {
        get => Volatile.Read(ref _number);
        set => Volatile.Write(ref _number, value);
    }

    /// <summary>The first life of the cells.</summary>
    public int FirstLife
    {
        get => _firstLife;
        init => _firstLife = value;
    }

    private int TextOffset => _textBytes != 0 ? Utf8SizeClass.LifeBytes : Utf8SizeClass.LengthBytes;

    /// <summary>Copies a text into a free cell.</summary>
    public long Add(ReadOnlySpan<byte> text)
    {
        Invariant.Holds(Stripe.Gate);
        Invariant.Holds(TakesTexts, "The slab has room.");
        Invariant.Holds(
            TextOffset + text.Length + (_terminates ? 1 : 0) <= _cellBytes && (_textBytes == 0 || _textBytes == text.Length),
            "The cells fit the text.");
        int index = _free - 1;
        byte* cell;
        int life;
        if (index >= 0)
        {
            cell = Cell(index);
            Invariant.Holds(index < _carved && (*cell & 1) == 0, "A cell on the list is free.");
            life = (*cell >> 1) + 1;
            _free = Link(cell);
        }
        else
        {
            index = _carved;
            cell = Cell(index);
            *cell = 0;
            life = _firstLife;
            Volatile.Write(ref _carved, index + 1);
        }

        if (_textBytes == 0)
        {
            *(int*)(cell + Utf8SizeClass.LifeBytes) = text.Length;
        }

        TextCopy.Copy(cell + TextOffset, in MemoryMarshal.GetReference(text), (uint)text.Length);
        if (_terminates)
        {
            cell[TextOffset + text.Length] = 0;
        }

        Invariant.Holds(life <= Utf8ArenaId.LastLife, "The life fits the bits of an id.");
        // Last, so that nobody finds half a text.
        Volatile.Write(ref *cell, (byte)((life << 1) | 1));
        Live++;
        return Utf8ArenaId.Of(_number, index, life);
    }

    /// <summary>The text of an id, unless it is stale. Takes no lock.</summary>
    public bool TryFind(long id, out ReadOnlySpan<byte> text)
    {
        int index = Utf8ArenaId.Index(id);
        if (index < Volatile.Read(ref _carved))
        {
            byte* cell = Cell(index);
            int length = _textBytes != 0 ? _textBytes : *(int*)(cell + Utf8SizeClass.LifeBytes);

            // What was read is that of the id if the id is live afterwards, for it has had its text since before it was known.
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
    /// <param name="clears">Whether to fill the text with zeros.</param>
    /// <param name="length">Bytes of the text.</param>
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
        int index = Utf8ArenaId.Index(id);
        int life = Utf8ArenaId.Life(id);
        byte* cell = Cell(index);
        *cell = (byte)(life << 1);

        // Whoever reads what is written now finds the id stale.
        Volatile.WriteBarrier();
        if (clears)
        {
            NativeMemory.Clear(cell + TextOffset, (nuint)length);
        }

        Live--;
        Invariant.Holds(Live >= 0, "The texts of a slab are counted.");
        _mostLife = Math.Max(_mostLife, life);
        if (life == Utf8ArenaId.LastLife)
        {
            _retired++;
        }
        else
        {
            Link(cell) = (ushort)_free;
            _free = index + 1;
        }

        return true;
    }

    /// <summary>
    /// Makes an empty slab new: its cells begin with lives that no id has had. It is worn out if there are none.
    /// </summary>
    public void Renew()
    {
        Invariant.Holds(Live == 0, "A slab that is reset has no texts.");
        _firstLife = Math.Max(_firstLife, _mostLife + 1);
        Empty();
    }

    /// <summary>Removes all texts and takes another number, under which no life has been used.</summary>
    public void Restart(long number)
    {
        Number = number;
        _firstLife = 0;
        _mostLife = -1;
        Empty();
    }

    /// <summary>Fills all that was written to with zeros.</summary>
    public void Clear() => NativeMemory.Clear(_start, (nuint)_carved * (nuint)_cellBytes);

    // The life first: memory that got another owner in between has lost its number before.
    private bool IsLive(byte* cell, long id) =>
        Volatile.Read(ref *cell) == ((Utf8ArenaId.Life(id) << 1) | 1) && Number == Utf8ArenaId.Number(id);

    private byte* Cell(int index) => _start + ((nint)index * _cellBytes);

    // Not over the length, which a reader may be looking at.
    private ref ushort Link(byte* cell) => ref *(ushort*)(cell + TextOffset);

    private void Empty()
    {
        Volatile.Write(ref _carved, 0);
        _free = 0;
        _retired = 0;
        Live = 0;
    }
}
