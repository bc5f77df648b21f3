using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Cenote.Collections;

/// <summary>Which bytes of a struct belong to its fields. The others may be anything.</summary>
internal static class FieldBytes
{
    /// <summary>
    /// Whether the fields of an unmanaged type take all of its bytes, each byte once. Only then do bytes tell equal values from
    /// others.
    /// </summary>
    public static bool CoverAll(
        [DynamicallyAccessedMembers(
            DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] Type type,
        int size) =>
        IsWhole(type) || BytesOf(type) == size;

    private static bool IsWhole(Type type) => type.IsPrimitive || type.IsEnum || type.IsPointer || type.IsFunctionPointer;

    // The fields of an unmanaged struct do not overlap unless its layout is explicit; then they are not looked at.
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2072",
        Justification = "A field that was trimmed away makes the sum smaller than the struct, and the type is then refused.")]
    private static int BytesOf(
        [DynamicallyAccessedMembers(
            DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] Type type)
    {
        if (type.IsExplicitLayout)
        {
            return 0;
        }

        int bytes = 0;
        foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
        {
            int size = SizeOf(field.FieldType);
            if (!IsWhole(field.FieldType) && BytesOf(field.FieldType) != size)
            {
                return 0;
            }

            bytes += size;
        }

        return bytes * (type.GetCustomAttribute<InlineArrayAttribute>()?.Length ?? 1);
    }

    private static int SizeOf(Type type) =>
        type.IsPointer || type.IsFunctionPointer ? Unsafe.SizeOf<nint>() : RuntimeHelpers.SizeOf(type.TypeHandle);
}
