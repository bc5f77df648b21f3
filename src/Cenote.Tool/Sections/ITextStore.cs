using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>
/// A way to keep the strings of a corpus, as chars or as UTF-8. Implemented by structs, so that generic loops are compiled for
/// each struct separately and make no virtual calls.
/// </summary>
internal interface ITextStore<THandle> : IDisposable
    where THandle : struct
{
    /// <summary>The native memory of all strings, in bytes.</summary>
    long NativeBytes { get; }

    /// <summary>Keeps a copy of a string of the corpus.</summary>
    THandle Create(int index);

    /// <summary>Passes a string to a reader in the form in which it is kept.</summary>
    void Read<TReader>(THandle handle, ref TReader reader)
        where TReader : struct, ITextReader;

    void Release(THandle handle);
}
