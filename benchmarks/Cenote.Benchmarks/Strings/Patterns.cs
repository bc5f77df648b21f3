using Cenote.Benchmarks.Strings.Shelves;
using Cenote.Benchmarks.Strings.Texts;

namespace Cenote.Benchmarks.Strings;

/// <summary>Usage patterns that create as many strings as an <see cref="IShelf{TUnit}"/> has places.</summary>
internal static class Patterns<TUnit>
{
    private const int Window = 3;

    /// <summary>Runs one of the published patterns.</summary>
    public static void Run<TShelf, TTexts>(Pattern pattern, TShelf shelf, TTexts texts)
        where TShelf : struct, IShelf<TUnit>, allows ref struct
        where TTexts : struct, ITexts<TUnit>
    {
        if (pattern == Pattern.Interleaved)
        {
            Interleave(shelf, texts);
        }
        else
        {
            Fill(shelf, texts);
            Empty(shelf);
        }
    }

    /// <summary>Creates a string at every place.</summary>
    public static void Fill<TShelf, TTexts>(TShelf shelf, TTexts texts)
        where TShelf : struct, IShelf<TUnit>, allows ref struct
        where TTexts : struct, ITexts<TUnit>
    {
        for (int i = 0; i < shelf.Count; i++)
        {
            shelf.Allocate(i, texts[i]);
        }
    }

    private static void Empty<TShelf>(TShelf shelf)
        where TShelf : struct, IShelf<TUnit>, allows ref struct
    {
        for (int i = 0; i < shelf.Count; i++)
        {
            shelf.Free(i);
        }
    }

    private static void Interleave<TShelf, TTexts>(TShelf shelf, TTexts texts)
        where TShelf : struct, IShelf<TUnit>, allows ref struct
        where TTexts : struct, ITexts<TUnit>
    {
        int place = 0;
        for (int i = 0; i < shelf.Count; i++)
        {
            shelf.Free(place);
            shelf.Allocate(place, texts[i]);
            place = place == Window - 1 ? 0 : place + 1;
        }
    }
}

/// <summary>The usage patterns of published benchmarks of string pools.</summary>
public enum Pattern
{
    /// <summary>N strings, all live at once, then freed. All passes use the same array of handles.</summary>
    Bulk,

    /// <summary>Like <see cref="Bulk"/>, but with a new array of handles in each pass, as in one published benchmark.</summary>
    BulkNewArray,

    /// <summary>N strings, of which at most three are live at a time.</summary>
    Interleaved,
}

/// <summary>The names of the patterns in reports.</summary>
internal static class PatternNames
{
    public static readonly Pattern[] All = [Pattern.Bulk, Pattern.Interleaved];

    public static string Name(this Pattern pattern) => pattern switch
    {
        Pattern.Bulk => "bulk",
        Pattern.BulkNewArray => "bulk, new array",
        _ => "interleaved",
    };
}
