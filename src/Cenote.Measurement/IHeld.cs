namespace Cenote.Measurement;

/// <summary>A collection of strings, whose memory is measured.</summary>
public interface IHeld : IDisposable
{
    /// <summary>The native memory, in bytes.</summary>
    long NativeBytes { get; }

    /// <summary>Computes the checksum of all strings, in insertion order.</summary>
    ulong Checksum();
}
