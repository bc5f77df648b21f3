using System.Reflection;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>The types of a heap, each asked of the runtime once, which takes as long as walking over a hundred objects.</summary>
internal sealed class HeapTypes
{
    private const int DeepestStruct = 8;

    private readonly Dictionary<ulong, HeapType> _types = [];
    private readonly Dictionary<(string FullName, PlaceKind Kind), Place> _places = [];
    private readonly ulong _stringTable;
    private readonly Lock _gate = new();
    private ClrHeap _heap;
    private bool _isRunning;

    /// <param name="heap">Who is asked.</param>
    /// <param name="isRunning">Whether the heap changes meanwhile: what it does not know then is asked again later.</param>
    public HeapTypes(ClrHeap heap, bool isRunning = false)
    {
        _heap = heap;
        _isRunning = isRunning;
        _stringTable = heap.StringType.MethodTable;
    }

    /// <summary>All types that were met.</summary>
    public IReadOnlyCollection<HeapType> All => _types.Values;

    /// <summary>The method table of arrays of bytes; 0 if none was met.</summary>
    public ulong ByteArrayTable { get; private set; }

    /// <summary>All places that were met.</summary>
    public IReadOnlyCollection<Place> Places => _places.Values;

    /// <summary>Asks the same heap, which stands still now, for what is not known yet.</summary>
    public void StandStill(ClrHeap heap)
    {
        lock (_gate)
        {
            _heap = heap;
            _isRunning = false;
        }
    }

    /// <summary>The type of an object; <see cref="HeapType.Unknown"/> if there is none.</summary>
    /// <param name="table">Its method table.</param>
    /// <param name="address">Where it is: of an array, only the object knows what its elements are.</param>
    /// <remarks>Any thread may ask; one after the other is answered.</remarks>
    public HeapType Get(ulong table, ulong address)
    {
        lock (_gate)
        {
            if (_types.TryGetValue(table, out HeapType? type))
            {
                return type;
            }

            type = Ask(table, address) ?? HeapType.Unknown;
            if (type != HeapType.Unknown || !_isRunning)
            {
                _types.Add(table, type);
            }

            return type;
        }
    }

    private HeapType? Ask(ulong table, ulong address)
    {
        ClrType? found = _heap.GetObjectType(address);
        if (_isRunning && found?.MethodTable != table)
        {
            return null;
        }

        if ((found ?? _heap.Runtime.GetTypeByMethodTable(table)) is not { } type)
        {
            return null;
        }

        if (table == _stringTable)
        {
            // The runtime counts the chars from the middle of a word; the collector counts a header and the terminating zero.
            return new HeapType { Name = "System.String", BaseSize = 22, ComponentSize = sizeof(char), IsString = true };
        }

        if (type.Name == "System.Byte[]")
        {
            ByteArrayTable = table;
        }

        var slots = new List<HeapSlot>();
        int valueOffset = -1;
        if (type.IsArray)
        {
            valueOffset = CollectElements(type, slots);
        }
        else
        {
            CollectFields(type, type, sizeof(ulong), 0, slots, ref valueOffset);
        }

        ClrInstanceField? value = ValueOf(type);
        var known = new HeapType
        {
            Name = type.Name ?? "?",
            BaseSize = (uint)type.StaticSize,
            ComponentSize = (uint)type.ComponentSize,
            IsFree = type.IsFree,
            Slots = slots,
            ValueOffset = valueOffset,
            ValueSize = value?.Size ?? 0,
            HasReferenceValues = value is not null && (value.IsObjectReference || value.Type?.ContainsPointers == true),
        };
        foreach (HeapSlot slot in slots)
        {
            if (!slot.Place.Holders.Contains(known))
            {
                slot.Place.Holders.Add(known);
            }
        }

        return known;
    }

    private int CollectElements(ClrType array, List<HeapSlot> slots)
    {
        int valueOffset = -1;
        if (array.ComponentType is not { } element)
        {
            return valueOffset;
        }

        if (element.IsValueType && !element.IsPrimitive)
        {
            CollectFields(array, element, 0, 0, slots, ref valueOffset);
        }
        else if (MayBeString(element, element.ElementType))
        {
            slots.Add(new HeapSlot(0, PlaceOf(array.Name ?? "?", null)));
        }

        return valueOffset;
    }

    private void CollectFields(ClrType holder, ClrType type, int start, int depth, List<HeapSlot> slots, ref int valueOffset)
    {
        foreach (ClrInstanceField field in type.Fields)
        {
            int offset = start + field.Offset;
            if (field.IsValueType && !field.IsPrimitive)
            {
                if (field.Type is { } nested && nested != type && depth < DeepestStruct)
                {
                    CollectFields(holder, nested, offset, depth + 1, slots, ref valueOffset);
                }
            }
            else if (field.IsObjectReference && MayBeString(field.Type, field.ElementType))
            {
                // An entry of a dictionary is named after the dictionary; all else after the type that declares the field.
                string owner = (IsDictionary(holder) && depth == 0 ? holder.Name : field.ContainingType?.Name ?? type.Name) ?? "?";
                string fieldName = PlaceNames.Field(field.Name);
                slots.Add(new HeapSlot(offset, PlaceOf(owner, fieldName)));
                if (PlaceNames.IsValueOfBytes(owner, fieldName))
                {
                    valueOffset = offset;
                }
            }
            else if (field.IsObjectReference
                && PlaceNames.IsValueOfBytes((holder.IsArray ? holder.Name : type.Name) ?? "?", PlaceNames.Field(field.Name)))
            {
                valueOffset = offset;
            }
        }
    }

    private Place PlaceOf(string owner, string? field)
    {
        (string fullName, string name, PlaceKind kind) = PlaceNames.Of(owner, field);
        if (!_places.TryGetValue((fullName, kind), out Place? place))
        {
            place = new Place { Name = name, FullName = fullName, Kind = kind };
            _places.Add((fullName, kind), place);
        }

        return place;
    }

    private static ClrInstanceField? ValueOf(ClrType type) => PlaceNames.HasValues(type.Name ?? "?")
        ? (type.IsArray ? type.ComponentType : type)?.Fields.FirstOrDefault(static field => PlaceNames.IsValue(field.Name))
        : null;

    private static bool IsDictionary(ClrType holder) =>
        holder.IsArray && holder.Name?.EndsWith("+Entry[]", StringComparison.Ordinal) == true;

    // What is declared as an object, an interface or the parameter of a generic type may be a string.
    private static bool MayBeString(ClrType? type, ClrElementType element) =>
        element == ClrElementType.String
        || type is null
        || type.IsString
        || type.Name is "System.Object" or "System.__Canon"
        || type.TypeAttributes.HasFlag(TypeAttributes.Interface)
        || element is ClrElementType.Var or ClrElementType.MVar;
}
