using System.Buffers.Binary;
using System.IO.Hashing;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// The fields of a collection object that its arrays do not reveal: the comparer and the number of used entries.
/// </summary>
/// <remarks>
/// Comparers count as equal only if they are the same object: two comparers of one type may differ, for example in culture.
/// </remarks>
internal sealed class CollectionFields
{
    /// <summary>The trait of arrays to which no collection with such fields refers.</summary>
    public const uint None = 0;

    /// <summary>
    /// The trait of arrays that alone do not determine the content. A queue may begin anywhere in its array, a sorted list keeps
    /// keys and values in two arrays, and a frozen collection keeps its comparer elsewhere.
    /// </summary>
    public const uint Incomparable = uint.MaxValue;

    private const string Collections = "System.Collections.";
    private const string Frozen = "System.Collections.Frozen.";

    private readonly int _comparer;
    private readonly int _count;
    private readonly int _freeCount;
    private readonly bool _isIncomparable;

    private CollectionFields(ClrInstanceField[] fields, bool isFrozen)
    {
        _comparer = OffsetOf("_comparer");
        _count = Math.Max(OffsetOf("_count"), OffsetOf("_size"));
        _freeCount = OffsetOf("_freeCount");
        _isIncomparable = isFrozen || Array.Exists(
            fields,
            static field => field is { Name: "_head", ElementType: ClrElementType.Int32 }
                or { Name: "keys" or "_keys", ElementType: ClrElementType.SZArray });

        int OffsetOf(string name) => Array.Find(fields, field => field.Name == name) is { } field ? sizeof(ulong) + field.Offset : -1;
    }

    /// <summary>The fields of a type, including inherited ones; null if it has none.</summary>
    public static CollectionFields? Of(ClrType type)
    {
        var fields = new CollectionFields(
        [
            .. type.Fields.Where(static field => field.ContainingType?.Name?.StartsWith(Collections, StringComparison.Ordinal) == true),
        ],
        type.Name?.StartsWith(Frozen, StringComparison.Ordinal) == true);
        return fields._isIncomparable || fields._comparer >= 0 || fields._count >= 0 ? fields : null;
    }

    /// <summary>The contribution of an object to the content of its arrays; never <see cref="None"/>.</summary>
    /// <param name="content">The bytes of the object, starting at its method table.</param>
    public uint TraitOf(ReadOnlySpan<byte> content)
    {
        if (_isIncomparable)
        {
            return Incomparable;
        }

        Span<byte> trait = stackalloc byte[sizeof(ulong) + sizeof(int)];
        if (_comparer >= 0)
        {
            content.Slice(_comparer, sizeof(ulong)).CopyTo(trait);
        }

        int used = Read(content, _count) - Read(content, _freeCount);
        BinaryPrimitives.WriteInt32LittleEndian(trait[sizeof(ulong)..], used);
        return Math.Clamp((uint)XxHash3.HashToUInt64(trait), None + 1, Incomparable - 1);
    }

    private static int Read(ReadOnlySpan<byte> content, int offset) =>
        offset < 0 ? 0 : BinaryPrimitives.ReadInt32LittleEndian(content[offset..]);
}
