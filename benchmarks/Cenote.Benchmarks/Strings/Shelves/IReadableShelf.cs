namespace Cenote.Benchmarks.Strings.Shelves;

/// <summary>A shelf whose texts are read as well.</summary>
internal interface IReadableShelf : IShelf<char>
{
    /// <summary>Reads the text at a place as the rival has it read: locked where it must be.</summary>
    int Read<TReader>(int place)
        where TReader : struct, ITextReader;
}
