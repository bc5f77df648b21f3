using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>Finds the fields of a type that may refer to strings, to byte arrays that are values, and to collections.</summary>
internal sealed class HeapFields
{
    private const int MaxStructDepth = 8;

    private readonly ClrType _holder;
    private readonly HeapPlaces _places;
    private readonly List<HeapSlot> _slots = [];
    private readonly List<HeapLink> _links = [];
    private readonly List<int> _arrays = [];

    /// <summary>Inspects all fields of an object, or those of an array element.</summary>
    public HeapFields(ClrType holder, HeapPlaces places)
    {
        _holder = holder;
        _places = places;
        if (!holder.IsArray)
        {
            Collect(holder, sizeof(ulong), 0, null);
        }
        else if (holder.ComponentType is { } element)
        {
            CollectElements(element);
        }
    }

    /// <summary>Fields that may refer to strings.</summary>
    public IReadOnlyList<HeapSlot> Slots => _slots;

    /// <summary>Fields that may refer to collections.</summary>
    public IReadOnlyList<HeapLink> Links => _links;

    /// <summary>Offsets of references to byte arrays that are not values of a dictionary or cache.</summary>
    public IReadOnlyList<int> Arrays => _arrays;

    /// <summary>The offset of a value that may be a byte array; -1 if there is none.</summary>
    public int ValueOffset { get; private set; } = -1;

    /// <summary>The offset of the hash code in an entry of a dictionary or set; -1 for other types.</summary>
    public int HashCodeOffset { get; private set; } = -1;

    /// <summary>The offset of the link to the next entry of a dictionary or set; -1 for other types.</summary>
    public int NextOffset { get; private set; } = -1;

    private string HolderName => _holder.Name ?? "?";

    private bool IsDictionary => _holder.IsArray && HolderName.EndsWith("+Entry[]", StringComparison.Ordinal);

    private void CollectElements(ClrType element)
    {
        if (element.IsValueType && !element.IsPrimitive)
        {
            Collect(element, 0, 0, null);
            if (PlaceNames.IsHashTable(HolderName))
            {
                HashCodeOffset = OffsetOf(element, "hashCode");
                NextOffset = OffsetOf(element, "next");
            }

            return;
        }

        if (MayBeString(element, element.ElementType))
        {
            _slots.Add(new HeapSlot(0, _places.Of(HolderName, null, 0), InheritsOwner: true));
        }
        else if (IsArrayOfBytes(element))
        {
            _arrays.Add(0);
        }

        if (CollectionTypes.MayBeCollection(element, element.ElementType))
        {
            _links.Add(new HeapLink(0, 0));
        }
    }

    // Dictionaries and sets have the same fields, apart from the casing of the names.
    private static int OffsetOf(ClrType entry, string name) =>
        entry.Fields.FirstOrDefault(field => name.Equals(field.Name, StringComparison.OrdinalIgnoreCase))?.Offset ?? -1;

    // For nested structs, the owner is the field of the program's type: fields of a tuple or an immutable array own nothing.
    private void Collect(ClrType type, int start, int depth, ClrInstanceField? outer)
    {
        foreach (ClrInstanceField field in type.Fields.Where(static field => !field.IsPrimitive))
        {
            for (int i = 0; i < LengthOf(type, field); i++)
            {
                Collect(type, field, start + field.Offset + (i * field.Size), depth, outer);
            }
        }
    }

    // ClrMD represents an inline array as a struct with one field. The struct has the size of all elements.
    private static int LengthOf(ClrType type, ClrInstanceField field)
    {
        const int HeadBytes = 16;
        return type.IsValueType && type.Fields.Length == 1 && field.Size > 0 ? Math.Max(1, (type.StaticSize - HeadBytes) / field.Size) : 1;
    }

    private void Collect(ClrType type, ClrInstanceField field, int offset, int depth, ClrInstanceField? outer)
    {
        ClrType declaring = field.ContainingType ?? type;
        bool isOwnField = !CollectionTypes.InheritsOwner(declaring);
        if (field.IsValueType)
        {
            if (field.Type is { } nested && nested != type && depth < MaxStructDepth)
            {
                Collect(nested, offset, depth + 1, isOwnField ? field : outer);
            }
        }
        else if (field.IsObjectReference)
        {
            CollectReference(type, declaring, field, offset, depth, isOwnField ? field : outer, isOwnField);
        }
    }

    private void CollectReference(
        ClrType type, ClrType declaring, ClrInstanceField field, int offset, int depth, ClrInstanceField? outer, bool isOwnField)
    {
        string fieldName = PlaceNames.Field(field.Name);
        string valueType = (_holder.IsArray ? _holder.Name : type.Name) ?? "?";
        if (MayBeString(field.Type, field.ElementType))
        {
            // An entry of a dictionary is named after the dictionary; everything else after the type that declares the field.
            string name = IsDictionary && depth == 0 ? HolderName : declaring.Name ?? "?";
            int owner = isOwnField ? 0 : OwnerOf(outer);
            _slots.Add(new HeapSlot(offset, _places.Of(name, fieldName, owner), InheritsOwner: !isOwnField && owner == 0));
            valueType = name;
        }

        if (PlaceNames.IsValueOfBytes(valueType, fieldName))
        {
            ValueOffset = offset;
        }
        else if (IsArrayOfBytes(field.Type))
        {
            _arrays.Add(offset);
        }

        if (CollectionTypes.MayBeCollection(field.Type, field.ElementType) && !CollectionTypes.IsBackReference(_holder, field))
        {
            _links.Add(new HeapLink(offset, OwnerOf(outer)));
        }
    }

    // A class of the program that inherits from a collection owns its contents.
    private int OwnerOf(ClrInstanceField? field)
    {
        if (field is not null)
        {
            return _places.NumberOf(field.ContainingType?.Name ?? "?", PlaceNames.Field(field.Name));
        }

        return _holder.IsArray || CollectionTypes.InheritsOwner(_holder) ? 0 : _places.NumberOf(HolderName, null);
    }

    // Byte arrays declared as object or an interface are covered by the slots.
    private static bool IsArrayOfBytes(ClrType? type) => type?.Name == "System.Byte[]";

    // A reference declared as object, an interface or a type parameter may refer to a string.
    private static bool MayBeString(ClrType? type, ClrElementType element) =>
        element == ClrElementType.String || CollectionTypes.MayBeAnything(type, element) || type!.IsString;
}
