using System.Buffers.Binary;
using System.IO.Hashing;
using Cenote.Collections;

namespace Cenote.Heap;

/// <summary>
/// In the third step of <see cref="HeapReader"/>, finds arrays of one owner with equal content, and the strings that would remain
/// if there were one array per content. All data is off the managed heap: a bit per string, and 25 bytes per content.
/// </summary>
/// <param name="strings">The strings and the numbers of their values.</param>
/// <param name="maxContents">The maximum number of contents; arrays with further contents count as different.</param>
internal sealed class EqualContents(ObjectIndex strings, int maxContents) : IDisposable
{
    // Sharing arrays of a single string saves too little.
    private const int MinStrings = 2;

    // Method table and length; the bounds of multidimensional arrays follow.
    private const int HeadBytes = 16;

    // The maximum capacity that is kept for the next array.
    private const int MaxIdleBytes = 256 << 10;

    private readonly TextTable _contents = new(maxContents);
    private readonly NativeList<bool> _isRepeated = new();
    private readonly BitList _kept = new(strings.Count);
    private readonly ContentHash _hash = new();

    // The strings of the array that is being read.
    private readonly NativeList<uint> _pending = new();
    private uint _trait;
    private bool _isList;

    /// <summary>The size of the buffer for the strings of an array.</summary>
    public long PendingBytes => _pending.BytesReserved;

    /// <summary>Begins an array.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="content">At least the bytes before its elements.</param>
    /// <param name="trait">The contribution of the collection object; see <see cref="CollectionFields"/>.</param>
    public void Begin(HeapType type, ReadOnlySpan<byte> content, uint trait)
    {
        _isList = trait != CollectionFields.None && !type.IsHashTable;
        _trait = type.DataOffset > HeadBytes ? trait ^ (uint)XxHash3.HashToUInt64(content[HeadBytes..type.DataOffset]) : trait;
        _hash.Begin(type, BinaryPrimitives.ReadUInt32LittleEndian(content[sizeof(ulong)..]));
    }

    /// <summary>Begins the next element of the array.</summary>
    public void BeginElement(ReadOnlySpan<byte> content) => _hash.BeginElement(content);

    /// <summary>Adds a string of the element.</summary>
    public void Add(int offset, uint ordinal)
    {
        _hash.SetText(offset, strings.NumberOf(ordinal));
        _pending.Add(ordinal);
    }

    /// <summary>Ends the element.</summary>
    public void EndElement() => _hash.EndElement();

    /// <summary>Ends the array.</summary>
    /// <param name="holder">The totals of its owner and type.</param>
    /// <param name="bytes">Its size.</param>
    /// <param name="isWhole">Whether the whole array could be read.</param>
    public void End(HeapHolder holder, long bytes, bool isWhole)
    {
        if (isWhole && _hash.Strings >= MinStrings && IsRepetition(holder))
        {
            holder.RepeatedBytes += bytes;
        }
        else
        {
            foreach (uint ordinal in _pending)
            {
                Keep(ordinal);
            }
        }

        _pending.Clear();
        if (_pending.BytesReserved > MaxIdleBytes)
        {
            _pending.Trim();
        }
    }

    /// <summary>Records that something other than a repeated array refers to a string.</summary>
    /// <returns>Whether this is the first such reference.</returns>
    public bool Keep(uint ordinal) => _kept.Set(ordinal);

    /// <summary>Frees the native memory.</summary>
    public void Dispose()
    {
        _contents.Dispose();
        _isRepeated.Dispose();
        _kept.Dispose();
        _pending.Dispose();
    }

    private bool IsRepetition(HeapHolder holder)
    {
        int next = _contents.Count;
        int content = _contents.Add(_hash.End(holder.Number, _trait), _hash.Strings);
        if (content == TextTable.Rejected)
        {
            return false;
        }

        if (content == next)
        {
            _isRepeated.Add(false);
            return false;
        }

        // Equal contents have equal traits: either all are lists, or none is.
        int found = _isRepeated[content] ? 1 : 2;
        holder.EqualArrays += found;
        holder.EqualLists += _isList ? found : 0;
        holder.EqualContents += found - 1;
        _isRepeated[content] = true;
        return true;
    }
}
