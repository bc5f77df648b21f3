using Cenote.Tool.Input;

namespace Cenote.Tool.Sections;

/// <summary>
/// A way to come by an object for a moment's work with a string. Implemented by structs, so that the loop over a generic argument
/// is compiled for each of them alone. Thread-safe; disposed when all threads are done.
/// </summary>
internal interface IObjectUse : IDisposable
{
    /// <summary>
    /// Gets an object, works with it, shows the result to a reader, and gives the object back or lets go of it.
    /// </summary>
    void Use<TReader>(ReadOnlySpan<char> text, ref TReader reader)
        where TReader : struct, ITextReader;
}
