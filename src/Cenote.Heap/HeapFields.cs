using System.Reflection;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>Finds where the objects of a type may refer to strings, to arrays of bytes that are values, and to collections.</summary>
internal sealed class HeapFields
{
    private const int DeepestStruct = 8;

    private readonly ClrType _holder;
    private readonly HeapPlaces _places;
    private readonly List<HeapSlot> _slots = [];
    private readonly List<HeapLink> _links = [];

    /// <summary>Looks at all fields, or at those of the elements of an array.</summary>
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

    /// <summary>Where strings may be.</summary>
    public IReadOnlyList<HeapSlot> Slots => _slots;

    /// <summary>Where collections may be.</summary>
    public IReadOnlyList<HeapLink> Links => _links;

    /// <summary>Where values are that may be arrays of bytes, or -1.</summary>
    public int ValueOffset { get; private set; } = -1;

    private string HolderName => _holder.Name ?? "?";

    private void CollectElements(ClrType element)
    {
        if (element.IsValueType && !element.IsPrimitive)
        {
            Collect(element, 0, 0, null);
            return;
        }

        if (MayBeString(element, element.ElementType))
        {
            _slots.Add(new HeapSlot(0, _places.Of(HolderName, null, 0), IsOwned: true));
        }

        if (CollectionTypes.MayBe(element, element.ElementType))
        {
            _links.Add(new HeapLink(0, 0));
        }
    }

    // Of nested structs, the field in the program's own type is the owner: the parts of a tuple or an immutable array are no places.
    private void Collect(ClrType type, int start, int depth, ClrInstanceField? outer)
    {
        foreach (ClrInstanceField field in type.Fields)
        {
            int offset = start + field.Offset;
            ClrType declaring = field.ContainingType ?? type;
            bool isOwnField = !CollectionTypes.PassesOwnerOn(declaring);
            if (field.IsValueType && !field.IsPrimitive)
            {
                if (field.Type is { } nested && nested != type && depth < DeepestStruct)
                {
                    Collect(nested, offset, depth + 1, isOwnField ? field : outer);
                }
            }
            else if (field.IsObjectReference)
            {
                CollectReference(type, declaring, field, offset, depth, isOwnField ? field : outer, isOwnField);
            }
        }
    }

    private void CollectReference(
        ClrType type, ClrType declaring, ClrInstanceField field, int offset, int depth, ClrInstanceField? outer, bool isOwnField)
    {
        string fieldName = PlaceNames.Field(field.Name);
        string valueType = (_holder.IsArray ? _holder.Name : type.Name) ?? "?";
        if (MayBeString(field.Type, field.ElementType))
        {
            // An entry of a dictionary is named after the dictionary; all else after the type that declares the field.
            string name = IsDictionary && depth == 0 ? HolderName : declaring.Name ?? "?";
            int owner = isOwnField ? 0 : OwnerOf(outer);
            _slots.Add(new HeapSlot(offset, _places.Of(name, fieldName, owner), IsOwned: !isOwnField && owner == 0));
            valueType = name;
        }

        if (PlaceNames.IsValueOfBytes(valueType, fieldName))
        {
            ValueOffset = offset;
        }

        if (CollectionTypes.MayBe(field.Type, field.ElementType) && !CollectionTypes.IsBackReference(_holder, field))
        {
            _links.Add(new HeapLink(offset, OwnerOf(outer)));
        }
    }

    private bool IsDictionary => _holder.IsArray && HolderName.EndsWith("+Entry[]", StringComparison.Ordinal);

    // A class of the program that inherits from a collection owns what that has.
    private int OwnerOf(ClrInstanceField? field)
    {
        if (field is not null)
        {
            return _places.NumberOf(field.ContainingType?.Name ?? "?", PlaceNames.Field(field.Name));
        }

        return _holder.IsArray || CollectionTypes.PassesOwnerOn(_holder) ? 0 : _places.NumberOf(HolderName, null);
    }

    // What is declared as an object, an interface or the parameter of a generic type may be a string.
    private static bool MayBeString(ClrType? type, ClrElementType element) =>
        element == ClrElementType.String || CollectionTypes.MayBeAnything(type, element) || type!.IsString;
}
