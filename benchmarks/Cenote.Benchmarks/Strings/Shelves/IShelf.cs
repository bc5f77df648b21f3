namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>
/// Numbered places for texts: one rival's handles, and its way to make and to free a string. Implemented by structs, so that the
/// loops over a generic argument are compiled for each of them alone and call nothing virtually.
/// </summary>
/// <typeparam name="TUnit">Char for UTF-16, byte for UTF-8.</typeparam>
internal interface IShelf<TUnit>
{
    /// <summary>Number of places.</summary>
    int Count { get; }

    /// <summary>Makes a string. What was at the place is overwritten, not freed.</summary>
    void Allocate(int place, ReadOnlySpan<TUnit> text);

    /// <summary>Frees the string at a place, if there is one. A managed string is released for the garbage collector.</summary>
    void Free(int place);
}

/// <summary>A shelf whose texts are read as well.</summary>
internal interface IReadableShelf : IShelf<char>
{
    /// <summary>Reads the text at a place as the rival requires: locked where it must be.</summary>
    int Read<TReader>(int place)
        where TReader : struct, ITextReader;
}
