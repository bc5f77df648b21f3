using System.Buffers.Binary;
using System.IO.Hashing;

namespace Cenote.Heap;

/// <summary>
/// Hashes the content of an array element by element: strings by the number of their value, everything else by its bytes. Other
/// references are therefore equal only if they refer to the same object. Entries of dictionaries and sets may be in any order.
/// </summary>
/// <remarks>
/// The hash is a sum of 64-bit hashes of elements, together with the count of strings. The probability that any two of a million
/// different contents count as equal is below 10^-7.
/// </remarks>
internal sealed class ContentHash
{
    // The link of a used entry is an index or this value; the link of a free entry is lower.
    private const int LastInChain = -1;

    private byte[] _element = [];
    private HeapType _type = HeapType.Unknown;
    private long _length;
    private long _index;
    private ulong _sum;

    /// <summary>The number of strings.</summary>
    public int Strings { get; private set; }

    /// <summary>Starts hashing an array.</summary>
    public void Begin(HeapType type, uint length)
    {
        _type = type;
        _length = type.IsHashTable ? 0 : length;
        _index = 0;
        _sum = 0;
        Strings = 0;
        int size = (int)type.ComponentSize + sizeof(long);
        if (_element.Length < size)
        {
            _element = new byte[size];
        }
    }

    /// <summary>Starts the next element.</summary>
    public void BeginElement(ReadOnlySpan<byte> content) => content[..(int)_type.ComponentSize].CopyTo(_element);

    /// <summary>Replaces the address of a string with the number of its value.</summary>
    /// <param name="offset">The offset of the reference in the element.</param>
    /// <param name="text">The number.</param>
    public void SetText(int offset, int text)
    {
        // The written value is odd, so it never equals an address.
        BinaryPrimitives.WriteInt64LittleEndian(_element.AsSpan(offset), ((long)text << 1) | 1);
        Strings++;
    }

    /// <summary>Ends the element.</summary>
    public void EndElement()
    {
        int size = (int)_type.ComponentSize;
        Span<byte> element = _element.AsSpan(0, size + sizeof(long));
        long index = _index++;
        if (!element[..size].ContainsAnyExcept((byte)0))
        {
            // Either an entry that was never used, or one with key 0, value null and next 0. A table's trait distinguishes these
            // entries, because the trait counts used entries.
            return;
        }

        if (_type.IsHashTable)
        {
            if (BinaryPrimitives.ReadInt32LittleEndian(element[_type.NextOffset..]) < LastInChain)
            {
                return;
            }

            // Hash codes are derived from the keys; links depend on the order of entries and the size of the table.
            element.Slice(_type.NextOffset, sizeof(int)).Clear();
            element.Slice(_type.HashCodeOffset, sizeof(int)).Clear();
            index = 0;
        }

        BinaryPrimitives.WriteInt64LittleEndian(element[size..], index);
        _sum += XxHash3.HashToUInt64(element);
    }

    /// <summary>The hash of the content.</summary>
    /// <param name="holder">The number of the owner and type, which is part of the hash.</param>
    /// <param name="trait">The contribution of the collection object; see <see cref="CollectionFields"/>.</param>
    public UInt128 End(int holder, uint trait)
    {
        ReadOnlySpan<long> all = [(long)_sum, Strings, _length, ((long)trait << 32) | (uint)holder];
        return TextTable.Hash(MemoryMarshal.AsBytes(all));
    }
}
