using Cenote.Tool.Input;

namespace Cenote.Tool.Measuring;

/// <summary>A collection that holds every string, for as long as its memory is measured.</summary>
internal interface IHeld : IDisposable
{
    /// <summary>The native memory it occupies, in bytes.</summary>
    long NativeBytes { get; }

    /// <summary>The checksum of everything in it, in the order it was put in; see <see cref="TextCorpus.Checksum"/>.</summary>
    ulong Checksum();
}
