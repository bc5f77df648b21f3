namespace Cenote.Benchmarks.Arenas.Corpora;

/// <summary>Creates strings of a kind.</summary>
internal static class Texts
{
    /// <summary>Creates the same strings each time. Any part of sorted or reversed strings is also sorted or
    /// reversed.</summary>
    public static Corpus Of(TextKind kind, int count)
    {
        var random = new RandomTexts();
        return new Corpus(Name(kind), count, kind switch
        {
            TextKind.Sentences => NumberedTexts.Long(count),
            TextKind.Tiny => NumberedTexts.Tiny(count),
            TextKind.Words => Many(random.Word),
            TextKind.Urls => Many(random.Url),
            TextKind.Paths => Many(random.Path),
            TextKind.Numbers => Many(random.Number),
            TextKind.Guids => Many(random.Guid),
            TextKind.Times => Many(random.Time),
            TextKind.Scripts => Many(random.Scripts),
            TextKind.SharedHeads => Many(random.SharedHead),
            TextKind.OneChar => Many(random.OneChar),
            TextKind.Sorted => Many(random.Word).Order(StringComparer.Ordinal),
            TextKind.Reversed => Many(random.Word).OrderDescending(StringComparer.Ordinal),
            TextKind.AllEqual => Enumerable.Repeat("the same text in every place of it", count),
            TextKind.TwoValues => Many(random.OneOfTwo),
            TextKind.TwoStates => Many(random.State),
            TextKind.FiftyWords => Many(random.OneOfFifty),
            _ => throw new ArgumentOutOfRangeException(nameof(kind)),
        });

        IEnumerable<string> Many(Func<string> next) => Enumerable.Range(0, count).Select(_ => next());
    }

    /// <summary>The name of a kind in tables.</summary>
    public static string Name(TextKind kind) => kind switch
    {
        TextKind.Sentences => "long",
        TextKind.Tiny => "tiny",
        TextKind.Urls => "URLs",
        TextKind.Guids => "GUIDs",
        TextKind.SharedHeads => "shared heads",
        TextKind.OneChar => "one char",
        TextKind.AllEqual => "all equal",
        TextKind.TwoValues => "two values",
        TextKind.TwoStates => "two states",
        TextKind.FiftyWords => "fifty words",
        _ => kind.ToString().ToLowerInvariant(),
    };
}
