namespace Cenote.Arenas;

/// <summary>
/// Compares strings of one arena with each other, with spans and with managed strings. Use it for dictionaries and sets that are
/// looked up without allocation through <c>GetAlternateLookup&lt;ReadOnlySpan&lt;char&gt;&gt;()</c>. A comparer keeps its arena
/// alive.
/// </summary>
/// <remarks>
/// Comparing allocates nothing, and any thread may compare values. An alternate lookup that adds a key also adds to the arena,
/// which only one thread at a time may do. After <see cref="StringArena.Reset"/>, clear the collections that hold values of the
/// arena, because stale keys throw.
/// </remarks>
/// <example>
/// A dictionary with lookup by span:
/// <code>
/// using var arena = new StringArena();
/// var depths = new Dictionary&lt;ArenaString, int>(new ArenaStringComparer(arena)) { [arena.Add("Sac Actun")] = 119 };
///
/// var bySpan = depths.GetAlternateLookup&lt;ReadOnlySpan&lt;char>>();
/// Console.WriteLine(bySpan["Sac Actun;Quintana Roo".AsSpan(0, 9)]);   // prints 119
/// </code>
/// </example>
public sealed class ArenaStringComparer : IEqualityComparer<ArenaString>, IComparer<ArenaString>,
    IAlternateEqualityComparer<ReadOnlySpan<char>, ArenaString>, IAlternateEqualityComparer<string, ArenaString>
{
    private readonly StringArena _arena;
    private readonly StringComparison _comparison;

    /// <summary>Creates a comparer for the strings of an arena.</summary>
    /// <param name="arena">The arena whose strings are compared, and to which an alternate lookup adds keys.</param>
    /// <param name="ignoreCase">Whether to ignore case; the comparison is ordinal either way.</param>
    /// <exception cref="ArgumentNullException"><paramref name="arena"/> is null.</exception>
    public ArenaStringComparer(StringArena arena, bool ignoreCase = false)
    {
        ArgumentNullException.ThrowIfNull(arena);
        _arena = arena;
        _comparison = ignoreCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">A value is stale or belongs to another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a value has more than 7 chars.</exception>
    public bool Equals(ArenaString x, ArenaString y) => WithPoolAlive(_arena.AsSpan(in x).Equals(_arena.AsSpan(in y), _comparison));

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The value is stale or belongs to another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and the value has more than 7 chars.</exception>
    public int GetHashCode(ArenaString obj) => WithPoolAlive(GetHashCode(_arena.AsSpan(in obj)));

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">A value is stale or belongs to another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and a value has more than 7 chars.</exception>
    public int Compare(ArenaString x, ArenaString y) => _comparison == StringComparison.Ordinal
        ? _arena.Compare(x, y)
        : WithPoolAlive(_arena.AsSpan(in x).CompareTo(_arena.AsSpan(in y), _comparison));

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The value is stale or belongs to another arena.</exception>
    /// <exception cref="ObjectDisposedException">The arena is disposed, and the value has more than 7 chars.</exception>
    public bool Equals(ReadOnlySpan<char> alternate, ArenaString other) =>
        WithPoolAlive(_arena.AsSpan(in other).Equals(alternate, _comparison));

    /// <inheritdoc/>
    public int GetHashCode(ReadOnlySpan<char> alternate) => string.GetHashCode(alternate, _comparison);

    /// <summary>Adds a key to the arena.</summary>
    /// <param name="alternate">The chars of the key.</param>
    /// <returns>The key.</returns>
    /// <exception cref="ObjectDisposedException">The arena is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The limit is reached or there is no memory; the arena is unchanged.</exception>
    public ArenaString Create(ReadOnlySpan<char> alternate) => _arena.Add(alternate);

    bool IAlternateEqualityComparer<string, ArenaString>.Equals(string alternate, ArenaString other) =>
        Equals(alternate.AsSpan(), other);

    int IAlternateEqualityComparer<string, ArenaString>.GetHashCode(string alternate) => GetHashCode(alternate.AsSpan());

    ArenaString IAlternateEqualityComparer<string, ArenaString>.Create(string alternate) => Create(alternate);

    // This comparer may be the last reference to the arena, and spans do not keep the arena alive.
    private T WithPoolAlive<T>(T result)
    {
        GC.KeepAlive(_arena);
        return result;
    }
}
