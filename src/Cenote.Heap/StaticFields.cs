using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>Finds static fields of a program that may refer to collections.</summary>
/// <remarks>Thread-static fields are missing, because ClrMD 3.1 does not find them in .NET 9 and later.</remarks>
internal static class StaticFields
{
    /// <summary>Adds the static fields to the types, except those of generic types.</summary>
    /// <param name="runtime">The runtime of the program.</param>
    /// <param name="types">Receives the fields and their owners.</param>
    /// <param name="stopping">Cancels the search; fields already found are kept.</param>
    public static void Find(ClrRuntime runtime, HeapTypes types, CancellationToken stopping)
    {
        foreach (ClrAppDomain domain in runtime.AppDomains)
        {
            foreach (ClrModule module in domain.Modules.Where(module => !IsFramework(module, runtime)))
            {
                foreach ((ulong table, _) in module.EnumerateTypeDefToMethodTableMap())
                {
                    stopping.ThrowIfCancellationRequested();
                    if (runtime.GetTypeByMethodTable(table) is { } type)
                    {
                        Find(type, domain, types);
                    }
                }
            }
        }

        FindTables(runtime, types, stopping);
    }

    /// <summary>
    /// Adds the static fields of a constructed generic type. Modules do not list these types, so only types with objects are found.
    /// </summary>
    public static void FindOfGeneric(ClrType type, ClrRuntime runtime, HeapTypes types)
    {
        if (!type.IsArray && type.Name?.Contains('<', StringComparison.Ordinal) == true && !IsFramework(type.Module, runtime))
        {
            Find(type, runtime.AppDomains[0], types);
        }
    }

    // The runtime keeps references of static fields in pinned arrays of objects, to which handles refer.
    private static void FindTables(ClrRuntime runtime, HeapTypes types, CancellationToken stopping)
    {
        foreach (ClrHandle handle in runtime.EnumerateHandles().Where(static handle => handle.HandleKind == ClrHandleKind.Strong))
        {
            stopping.ThrowIfCancellationRequested();
            if (runtime.Heap.GetSegmentByAddress(handle.Object.Address)?.Kind == GCSegmentKind.Pinned
                && handle.Object.Type?.Name == "System.Object[]")
            {
                types.AddStaticTable(handle.Object.Address);
            }
        }
    }

    // Checking the folder is not enough: a self-contained program has all assemblies in one folder.
    private static bool IsFramework(ClrModule? module, ClrRuntime runtime) =>
        Path.GetDirectoryName(module?.Name) == Path.GetDirectoryName(runtime.BaseClassLibrary.Name)
        && Path.GetFileName(module?.Name) is { } name
        && (name.StartsWith("System.", StringComparison.Ordinal) || name.StartsWith("Microsoft.", StringComparison.Ordinal));

    private static void Find(ClrType type, ClrAppDomain domain, HeapTypes types)
    {
        ulong start = StartOf(type, domain.Runtime.DataTarget.DataReader);
        foreach (ClrStaticField field in type.StaticFields.Where(MayBeCollection))
        {
            ulong address = start == 0 ? field.GetAddress(domain) : start + (ulong)field.Offset;
            if (address != 0)
            {
                types.AddStatic(address, type.Name ?? "?", PlaceNames.Field(field.Name));
            }
        }
    }

    // A static struct is boxed, and the field is a reference to the box.
    private static bool MayBeCollection(ClrField field) => field.IsObjectReference
        ? CollectionTypes.MayBeCollection(field.Type, field.ElementType)
        : field.IsValueType && !field.IsPrimitive;

    // Since .NET 9 the address of static references is stored just before the auxiliary data of a method table, where ClrMD does
    // not look. The address of the method table is stored there, too, and confirms the layout. Otherwise this is another runtime,
    // or a type without such fields.
    private static ulong StartOf(ClrType type, IDataReader memory)
    {
        const ulong AuxiliaryDataOffset = 32;
        const ulong ReferencesOffset = 24;
        const ulong MethodTableOffset = 8;
        const ulong NotYetInitialized = 1;
        return memory.ReadPointer(type.MethodTable + AuxiliaryDataOffset, out ulong auxiliary)
            && memory.ReadPointer(auxiliary - MethodTableOffset, out ulong table)
            && table == type.MethodTable
            && memory.ReadPointer(auxiliary - ReferencesOffset, out ulong start)
                ? start & ~NotYetInitialized
                : 0;
    }
}
