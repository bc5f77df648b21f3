namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>
/// Numbered places for strings: one rival's handles, and the rival's way to create and free strings. Implemented by structs, so
/// that loops over a generic argument are compiled separately for each, without virtual calls.
/// </summary>
/// <typeparam name="TUnit">Char for UTF-16, byte for UTF-8.</typeparam>
internal interface IShelf<TUnit>
{
    /// <summary>The number of places.</summary>
    int Count { get; }

    /// <summary>Creates a string at a place. The previous handle is overwritten, not freed.</summary>
    void Allocate(int place, ReadOnlySpan<TUnit> text);

    /// <summary>Frees the string at a place, if any. The reference to a managed string is cleared.</summary>
    void Free(int place);
}

/// <summary>A shelf whose strings are also read.</summary>
internal interface IReadableShelf : IShelf<char>
{
    /// <summary>Reads the string at a place as the rival requires, under a lock if necessary.</summary>
    int Read<TReader>(int place)
        where TReader : struct, ITextReader;
}
