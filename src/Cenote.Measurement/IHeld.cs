namespace Cenote.Measurement;

/// <summary>A collection of strings, for as long as its memory is measured.</summary>
public interface IHeld : IDisposable
{
    /// <summary>The native memory it occupies, in bytes.</summary>
    long NativeBytes { get; }

    /// <summary>The checksum of everything in it, in the order it was put in.</summary>
    ulong Checksum();
}
