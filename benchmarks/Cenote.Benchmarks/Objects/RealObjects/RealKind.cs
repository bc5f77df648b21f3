namespace Cenote.Benchmarks.Objects.RealObjects;

/// <summary>Objects that programs pool.</summary>
public enum RealKind
{
    /// <summary>Cleared.</summary>
    StringBuilder,

    /// <summary>Set to length 0.</summary>
    MemoryStream,

    /// <summary>Reset, with the buffer it writes to.</summary>
    Utf8JsonWriter,
}
