using System.Reflection;
using System.Text;

namespace Cenote.Memory.Snapshots;

/// <summary>Describes the value type in a header, so that a file is not read as another type.</summary>
internal static class ValueLayout<TValue>
{
    private const ulong FnvBasis = 0xcbf29ce484222325;
    private const ulong FnvPrime = 0x100000001b3;

    public static string Name => typeof(TValue).ToString();

    public static uint Bytes => (uint)Unsafe.SizeOf<TValue>();

    public static uint Alignment => (uint)(Unsafe.SizeOf<Padded>() - Unsafe.SizeOf<TValue>());

    /// <summary>An FNV-1a hash of the types of all fields, in order; 0 if field metadata is unavailable (native AOT).</summary>
    public static ulong Fields
    {
        get
        {
            if (!RuntimeFeature.IsDynamicCodeSupported)
            {
                return 0;
            }

            var description = new StringBuilder();
            Describe(typeof(TValue), description);
            ulong hash = FnvBasis;
            foreach (byte unit in Encoding.UTF8.GetBytes(description.ToString()))
            {
                hash = (hash ^ unit) * FnvPrime;
            }

            return hash | 1;
        }
    }

    public static void Describe(ref SnapshotHeader header)
    {
        header.ValueName = Name;
        header.ValueBytes = Bytes;
        header.ValueAlignment = Alignment;
        header.ValueFields = Fields;
    }

    /// <exception cref="InvalidDataException">The file has another value type.</exception>
    public static void Check(in SnapshotHeader header)
    {
        string? why = header.ValueBytes != Bytes ? "the sizes differ"
            : header.ValueAlignment != Alignment ? "the alignments differ"
            : header.ValueFields != Fields && header.ValueFields != 0 && Fields != 0 ? "the fields differ"
            : null;
        if (why is not null)
        {
            Throw.OtherValues(in header, Name, Bytes, Alignment, why);
        }
    }

    // Ignores the names of fields and types, because renaming does not change the layout.
    [UnconditionalSuppressMessage(
        "Trimming", "IL2070", Justification = "Trimming keeps the fields of structs with a sequential or explicit layout.")]
    private static void Describe(Type type, StringBuilder description)
    {
        if (type.IsEnum)
        {
            type = type.GetEnumUnderlyingType();
        }

        if (type.IsPrimitive || type.IsPointer)
        {
            description.Append(type.IsPointer ? "*" : type.Name);
            return;
        }

        description.Append('{');
        foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
        {
            Describe(field.FieldType, description);
            description.Append(';');
        }

        description.Append('}');
    }

    private struct Padded
    {
#pragma warning disable CS0649, CS0169, IDE0044, IDE0051 // only its size is used
        private byte _first;
        private TValue _value;
#pragma warning restore CS0649, CS0169, IDE0044, IDE0051
    }
}
