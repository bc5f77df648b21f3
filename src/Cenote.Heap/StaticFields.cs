using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>Finds the static fields of a program that may refer to collections.</summary>
internal static class StaticFields
{
    /// <summary>Adds them to the types.</summary>
    /// <param name="runtime">The runtime of the program.</param>
    /// <param name="types">Is told where they are, and whose.</param>
    /// <param name="stopping">Ends it early, with what was found until then.</param>
    public static void Find(ClrRuntime runtime, HeapTypes types, CancellationToken stopping)
    {
        string? framework = Path.GetDirectoryName(runtime.BaseClassLibrary.Name);
        foreach (ClrAppDomain domain in runtime.AppDomains)
        {
            foreach (ClrModule module in domain.Modules.Where(module => Path.GetDirectoryName(module.Name) != framework))
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
    }

    private static void Find(ClrType type, ClrAppDomain domain, HeapTypes types)
    {
        ulong start = StartOf(type, domain.Runtime.DataTarget.DataReader);
        foreach (ClrStaticField field in type.StaticFields)
        {
            if (!field.IsObjectReference || !CollectionTypes.MayBe(field.Type, field.ElementType))
            {
                continue;
            }

            ulong address = start == 0 ? field.GetAddress(domain) : start + (ulong)field.Offset;
            if (address != 0)
            {
                types.AddStatic(address, type.Name ?? "?", PlaceNames.Field(field.Name));
            }
        }
    }

    // From .NET 9 on, the address is beside the method table, where ClrMD does not look. The method table stands behind it again:
    // otherwise this is another runtime, or a type without references in static fields.
    private static ulong StartOf(ClrType type, IDataReader memory)
    {
        const ulong AuxiliaryData = 32;
        const ulong References = 24;
        const ulong MethodTable = 8;
        const ulong NotYetInitialized = 1;
        return memory.ReadPointer(type.MethodTable + AuxiliaryData, out ulong auxiliary)
            && memory.ReadPointer(auxiliary - MethodTable, out ulong table)
            && table == type.MethodTable
            && memory.ReadPointer(auxiliary - References, out ulong start)
                ? start & ~NotYetInitialized
                : 0;
    }
}
