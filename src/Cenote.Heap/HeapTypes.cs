using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>The types of a heap. Each is looked up once, which takes as long as walking over a hundred objects.</summary>
internal sealed class HeapTypes
{
    private readonly Dictionary<ulong, HeapType> _types = [];
    private readonly List<(ulong Address, int Owner)> _statics = [];
    private readonly List<ulong> _staticTables = [];
    private readonly ulong _stringTable;
    private readonly Lock _gate = new();
    private ClrHeap _heap;
    private bool _isRunning;

    /// <param name="heap">The heap in which types are looked up.</param>
    /// <param name="isRunning">Whether the heap changes concurrently: unknown types are then looked up again later.</param>
    public HeapTypes(ClrHeap heap, bool isRunning = false)
    {
        _heap = heap;
        _isRunning = isRunning;
        _stringTable = heap.StringType.MethodTable;
    }

    /// <summary>The method table of byte arrays; 0 if none was found.</summary>
    public ulong ByteArrayTable { get; private set; }

    /// <summary>Whether any dictionary or cache type found so far may have byte arrays as values.</summary>
    public bool HasValues { get; private set; }

    /// <summary>The places that the types define.</summary>
    public HeapPlaces Places { get; } = new();

    /// <summary>The addresses of static fields that may refer to collections, and their owner numbers.</summary>
    public IReadOnlyList<(ulong Address, int Owner)> Statics => _statics;

    /// <summary>The addresses of the arrays of objects in which the runtime keeps static fields.</summary>
    public IReadOnlyList<ulong> StaticTables => _staticTables;

    /// <summary>Adds an array in which the runtime keeps static fields.</summary>
    public void AddStaticTable(ulong address) => _staticTables.Add(address);

    /// <summary>Adds a static field.</summary>
    /// <param name="address">Its address.</param>
    /// <param name="type">The name of the type in the runtime.</param>
    /// <param name="field">The name of the field.</param>
    public void AddStatic(ulong address, string type, string field) => _statics.Add((address, Places.NumberOf(type, field)));

    /// <summary>Continues with the same heap, which no longer changes. Types that were unknown are looked up again.</summary>
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
    /// <param name="address">
    /// The address of the object, because the element type of an array is known from the object only.
    /// </param>
    /// <remarks>Thread-safe: a lock admits one call at a time.</remarks>
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
            // As the GC computes it, the base size is the header, the method table, the length and the terminating NUL.
            return new HeapType { Name = "System.String", BaseSize = 22, ComponentSize = sizeof(char), IsString = true };
        }

        if (type.Name == "System.Byte[]")
        {
            ByteArrayTable = table;
        }

        StaticFields.FindOfGeneric(type, _heap.Runtime, this);
        var fields = new HeapFields(type, Places);
        HasValues |= fields.ValueOffset >= 0;
        ClrInstanceField? value = ValueOf(type);
        return new HeapType
        {
            Name = type.Name ?? "?",
            BaseSize = (uint)type.StaticSize,
            ComponentSize = (uint)type.ComponentSize,
            IsFree = type.IsFree,
            Slots = [.. fields.Slots],
            Links = [.. fields.Links],
            Arrays = [.. fields.Arrays],
            IsCollection = fields.Slots.Any(static slot => slot.InheritsOwner) || fields.Links.Any(static link => link.Owner == 0),
            ValueOffset = fields.ValueOffset,
            HashCodeOffset = fields.HashCodeOffset,
            NextOffset = fields.NextOffset,
            Collection = CollectionFields.Of(type),
            ValueSize = value?.Size ?? 0,
            HasReferenceValues = value is not null && (value.IsObjectReference || value.Type?.ContainsPointers == true),
        };
    }

    private static ClrInstanceField? ValueOf(ClrType type) => PlaceNames.HasValues(type.Name ?? "?")
        ? (type.IsArray ? type.ComponentType : type)?.Fields.FirstOrDefault(static field => PlaceNames.IsValue(field.Name))
        : null;
}
