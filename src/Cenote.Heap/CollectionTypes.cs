using System.Reflection;
using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>
/// Identifies types whose objects inherit the owner of the object that refers to them: arrays, the collections, tuples, tasks and
/// other generic types of .NET, JSON nodes, and the types that collection expressions create. Their contents belong to the field
/// of the program that leads to them.
/// </summary>
internal static class CollectionTypes
{
    private const string Namespace = "System.";
    private const string Collections = "System.Collections.";
    private const string JsonNodes = "System.Text.Json.Nodes.";
    private const string CollectionExpressions = "<>z__ReadOnly";
    private const string LinkedListNode = "System.Collections.Generic.LinkedListNode<";

    /// <summary>Whether an object of a type inherits the owner of the object that refers to it.</summary>
    public static bool InheritsOwner(ClrType type) => type.IsArray || InheritsOwner(type.Name);

    /// <summary>Whether objects inherit the owner. Their type is given by name, and is not an array.</summary>
    public static bool InheritsOwner(string? name) => name is not null
        && (name.StartsWith(Namespace, StringComparison.Ordinal)
            ? name.Contains('<', StringComparison.Ordinal) || name.StartsWith(Collections, StringComparison.Ordinal)
                || name.StartsWith(JsonNodes, StringComparison.Ordinal)
            : name.StartsWith(CollectionExpressions, StringComparison.Ordinal));

    /// <summary>Whether a reference of this declared type may point to a collection.</summary>
    public static bool MayBeCollection(ClrType? type, ClrElementType element)
    {
        if (MayBeAnything(type, element)
            || type!.Name is "System.Array" or "System.ValueType" or "System.Threading.Tasks.Task")
        {
            return true;
        }

        // ClrMD does not always know which fields of a shared generic type are references, so every struct is assumed to contain some.
        return type.IsArray
            ? type.ComponentType is not { } component
                || (component.IsValueType ? !component.IsPrimitive : component.IsString || MayBeCollection(component, component.ElementType))
            : InheritsOwner(type.Name);
    }

    /// <summary>Whether a reference of this declared type may point to any object.</summary>
    public static bool MayBeAnything(ClrType? type, ClrElementType element) => type is null
        || type.Name is "System.Object" or "System.__Canon"
        || type.TypeAttributes.HasFlag(TypeAttributes.Interface)
        || element is ClrElementType.Var or ClrElementType.MVar;

    /// <summary>
    /// Whether a field of an enumerator or a node refers back to the collection, or to the previous or parent node. Such a
    /// reference does not make its object an owner.
    /// </summary>
    public static bool IsBackReference(ClrType holder, ClrInstanceField field)
    {
        string name = holder.Name ?? string.Empty;
        if (name.StartsWith(JsonNodes, StringComparison.Ordinal))
        {
            return field.Name == "_parent";
        }

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
