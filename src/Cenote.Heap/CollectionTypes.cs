using System.Reflection;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// Which types are only ways from the field of a program to its strings, so that what they have belongs to whatever refers to them:
/// arrays, and the collections, tuples, tasks and other generic types of .NET.
/// </summary>
internal static class CollectionTypes
{
    private const string Namespace = "System.";
    private const string Collections = "System.Collections.";
    private const string LinkedListNode = "System.Collections.Generic.LinkedListNode<";

    /// <summary>Whether the objects of a type have the owner of what refers to them.</summary>
    public static bool PassesOwnerOn(ClrType type) => type.IsArray || PassesOwnerOn(type.Name);

    /// <summary>The same by the name of a type that is no array.</summary>
    public static bool PassesOwnerOn(string? name) => name is not null
        && name.StartsWith(Namespace, StringComparison.Ordinal)
        && (name.Contains('<', StringComparison.Ordinal) || name.StartsWith(Collections, StringComparison.Ordinal));

    /// <summary>Whether a reference that is declared as a type may be to such an object.</summary>
    public static bool MayBe(ClrType? type, ClrElementType element)
    {
        if (MayBeAnything(type, element))
        {
            return true;
        }

        // Of a shared generic type, ClrMD does not always know whether its fields are references: all structs are taken to have some.
        return type!.IsArray
            ? type.ComponentType is not { } component
                || (component.IsValueType ? !component.IsPrimitive : component.IsString || MayBe(component, component.ElementType))
            : PassesOwnerOn(type.Name);
    }

    /// <summary>Whether a reference that is declared as a type may be to any object.</summary>
    public static bool MayBeAnything(ClrType? type, ClrElementType element) => type is null
        || type.Name is "System.Object" or "System.__Canon"
        || type.TypeAttributes.HasFlag(TypeAttributes.Interface)
        || element is ClrElementType.Var or ClrElementType.MVar;

    /// <summary>
    /// Whether a field leads back to the collection that its object is a part of, as an enumerator or a node does: nobody owns a
    /// collection by that.
    /// </summary>
    public static bool IsBackReference(ClrType holder, ClrInstanceField field)
    {
        string name = holder.Name ?? string.Empty;
        int arguments = name.IndexOf('<', StringComparison.Ordinal);
        return !holder.IsArray
            && arguments > 0
            && !PlaceNames.IsValue(field.Name)
            && (name.StartsWith(LinkedListNode, StringComparison.Ordinal)
                ? field.Name is "list" or "prev"
                : name.Contains(">+", StringComparison.Ordinal)
                    && field.Type?.Name?.StartsWith(name[..(arguments + 1)], StringComparison.Ordinal) == true
                    && !field.Type.Name.Contains(">+", StringComparison.Ordinal));
    }
}
