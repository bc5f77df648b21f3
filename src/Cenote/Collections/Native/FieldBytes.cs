using System.Reflection;

namespace Cenote.Collections;

/// <summary>Determines whether fields cover all bytes of a struct. Bytes that no field covers are undefined.</summary>
internal static class FieldBytes
{
    /// <summary>
    /// Whether the fields of an unmanaged type cover all of its bytes without overlap. Only then do equal values have equal
    /// bytes.
    /// </summary>
    public static bool CoverAll(
        [DynamicallyAccessedMembers(
            DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] Type type,
        int size) =>
        IsWhole(type) || BytesOf(type) == size;

    private static bool IsWhole(Type type) => type.IsPrimitive || type.IsEnum || type.IsPointer || type.IsFunctionPointer;

    // The fields of an unmanaged struct overlap only if its layout is explicit. Structs with an explicit layout are rejected
    // without inspection.
    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2072",
        Justification = "A field that was trimmed away makes the sum smaller than the struct, so the type is rejected.")]
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
