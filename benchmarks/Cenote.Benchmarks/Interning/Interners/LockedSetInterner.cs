namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>A hash set of the framework under a lock, by its look-up for spans.</summary>
internal readonly struct LockedSetInterner(HashSet<string> set) : IInterner<LockedSetInterner>
{
    private readonly HashSet<string>.AlternateLookup<ReadOnlySpan<char>> _spans = set.GetAlternateLookup<ReadOnlySpan<char>>();
    private readonly Lock _gate = new();

    public static LockedSetInterner Create(int distinct) => new(new HashSet<string>(StringComparer.Ordinal));

    public string Intern(ReadOnlySpan<char> text)
    {
        lock (_gate)
        {
            if (_spans.TryGetValue(text, out string? interned))
            {
                return interned;
            }

            string made = text.ToString();
            set.Add(made);
            return made;
        }
    }
}
