using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>
/// A source of objects for work with one string. Implemented by structs, so that the generic loop is compiled for each struct
/// separately. Thread-safe; disposed when all threads are done.
/// </summary>
internal interface IObjectUse : IDisposable
{
    /// <summary>
    /// Gets an object, works with it, passes the result to a reader, and returns or drops the object.
    /// </summary>
    void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader;
}
