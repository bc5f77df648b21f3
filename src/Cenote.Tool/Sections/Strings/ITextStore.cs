namespace Cenote.Tool.Sections.Strings;

/// <summary>
/// A way to keep texts. Implemented by structs, so that the loops over a generic argument are compiled for each of them alone
/// and call nothing virtually.
/// </summary>
internal interface ITextStore<THandle> : IDisposable
    where THandle : struct
{
    /// <summary>The native memory of all texts, in bytes.</summary>
    long NativeBytes { get; }

    THandle Create(ReadOnlySpan<char> text);

    ReadOnlySpan<char> Read(THandle handle);

    void Release(THandle handle);
}
