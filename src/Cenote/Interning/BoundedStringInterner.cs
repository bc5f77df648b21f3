using System.Text;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// Interns the most frequent strings, looked up by span, within a fixed capacity and an optional byte limit. Strings that were
/// not requested recently are evicted, starting with those requested only once.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Finding a string takes no lock and allocates nothing. If an evicted string is interned again, it can get
/// another instance, so two instances of a string can exist: compare by value, not by reference.</para>
/// <para>Each string has eight possible places, so a few strings are evicted before the capacity is reached: with half as many
/// strings as the capacity, 99 % stay; with as many strings as the capacity, 86 % stay. Set the capacity to twice the number of
/// strings to keep.</para>
/// <para>No search compares more than eight strings, so an attacker can only lower the hit rate. The empty string is always
/// <see cref="string.Empty"/> and takes no space.</para>
/// </remarks>
/// <example>
/// Intern untrusted strings and keep the frequent ones:
/// <code>
/// var agents = new BoundedStringInterner(capacity: 2_048);
/// ReadOnlySpan&lt;char> header = "User-Agent: Mozilla/5.0";
/// string first = agents.Intern(header[12..]);
/// string second = agents.Intern(header[12..]);
/// Console.WriteLine(ReferenceEquals(first, second));   // prints True
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}, Capacity = {Capacity}")]
[DebuggerTypeProxy(typeof(InternerDebugView))]
public sealed partial class BoundedStringInterner : IStringInterner, IInternerSize
{
    private readonly BoundedTable _table;
    private readonly bool _ignoreCase;
    private readonly int _maximumLength;
    private readonly uint _maxPlainLength;

    /// <summary>Creates an empty interner.</summary>
    /// <param name="capacity">The maximum number of strings, at least 1. The table is allocated up front.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is not positive.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The operating system refuses the memory for the capacity, or the machine does not have that much memory.
    /// </exception>
    public BoundedStringInterner(int capacity)
        : this(new BoundedStringInternerOptions { Capacity = CheckedCapacity(capacity) })
    {
    }

    /// <summary>Creates an empty interner.</summary>
    /// <param name="options">Limits and comparison.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The operating system refuses the memory for the capacity, or the machine does not have that much memory.
    /// </exception>
    [OverloadResolutionPriority(1)]   // new(new() { … }) binds to the options
    public BoundedStringInterner(BoundedStringInternerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        Comparison = options.Comparison;
        _maximumLength = options.MaximumLength;
        _ignoreCase = Comparisons.IgnoresCase(options.Comparison);
        _maxPlainLength = _ignoreCase ? 0 : (uint)_maximumLength;
        _table = new BoundedTable(options.Capacity, options.MaximumBytes);
        if (options.MetricsName is { } name)
        {
            InternerMetrics.Interners.Add(name, _table);
        }
    }

    private static int CheckedCapacity(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(capacity, 1);
        return capacity;
    }

    /// <summary>
    /// The process-wide interner, used by readers that are not passed an interner: at most 4,096 strings of up to 64 chars, 0.7
    /// MB in total.
    /// </summary>
    /// <remarks>Use a separate interner for each kind of string, so that one kind does not evict another.</remarks>
    public static BoundedStringInterner Shared => SharedInterner.Instance;

    /// <summary>The maximum number of strings.</summary>
    public int Capacity => _table.Capacity;

    /// <summary>The approximate number of strings, never more than <see cref="Capacity"/>.</summary>
    public int Count => _table.Count;

    /// <summary>
    /// How strings are compared. With <see cref="StringComparison.OrdinalIgnoreCase"/>, a returned string may differ in case from
    /// the requested one.
    /// </summary>
    public StringComparison Comparison { get; }

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent, a new string is added, which may evict
    /// another one.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <returns>The interned string; a new string if <paramref name="text"/> exceeds a limit.</returns>
    /// <remarks>O(length). Allocates only new strings.</remarks>
    public string Intern(ReadOnlySpan<char> text) =>
        (_ignoreCase ? null : Find(new OrdinalText(text))) ?? InternSlow(text, instance: null);

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent, <paramref name="text"/> itself is added,
    /// which may evict another string.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <returns>The interned string; <paramref name="text"/> itself if it exceeds a limit.</returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public string Intern(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return (_ignoreCase ? null : Find(new OrdinalText(text))) ?? InternSlow(text, text);
    }

    /// <summary>
    /// Returns the interned string equal to UTF-8 data, the same instance as for UTF-16. If it is absent, a new string is added,
    /// which may evict another one.
    /// </summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>, so different byte
    /// sequences can be the same string.
    /// </param>
    /// <returns>The interned string; a new string if the data exceeds a limit.</returns>
    /// <remarks>O(length). Allocates only new strings. ASCII is looked up without widening it first.</remarks>
    [OverloadResolutionPriority(-1)]
    public string Intern(ReadOnlySpan<byte> utf8) =>
        (IsPlain(utf8) ? _table.Find(new AsciiText(utf8)) : null) ?? InternSlow(utf8);

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and within the limits, a new string is
    /// added.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>
    /// False if the string is new and longer than <see cref="BoundedStringInternerOptions.MaximumLength"/> or, by itself, larger
    /// than <see cref="BoundedStringInternerOptions.MaximumBytes"/>.
    /// </returns>
    /// <remarks>O(length). Allocates only new strings.</remarks>
    public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        string? made = null;
        interned = (_ignoreCase ? null : Find(new OrdinalText(text))) ?? TryInternSlow(text, ref made);
        return interned is not null;
    }

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and within the limits,
    /// <paramref name="text"/> itself is added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>
    /// False if the string is new and longer than <see cref="BoundedStringInternerOptions.MaximumLength"/> or, by itself, larger
    /// than <see cref="BoundedStringInternerOptions.MaximumBytes"/>.
    /// </returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public bool TryIntern(string text, [NotNullWhen(true)] out string? interned)
    {
        ArgumentNullException.ThrowIfNull(text);
        string? made = text;
        interned = (_ignoreCase ? null : Find(new OrdinalText(text))) ?? TryInternSlow(text, ref made);
        return interned is not null;
    }

    /// <summary>
    /// Returns the interned string equal to UTF-8 data, the same instance as for UTF-16. If it is absent and within the limits, a
    /// new string is added.
    /// </summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can be the same string.
    /// </param>
    /// <param name="interned">The interned string, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    [OverloadResolutionPriority(-1)]
    public bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        interned = IsPlain(utf8) ? _table.Find(new AsciiText(utf8)) : null;
        return interned is not null || TryInternSlow(utf8, out interned);
    }

    /// <summary>Returns the interned string equal to <paramref name="text"/>, without adding a string.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>False if the string is absent.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock. Counts as a use, which delays eviction.</remarks>
    public bool TryGet(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        interned = text.Length == 0 ? string.Empty
            : _ignoreCase ? Find(new FoldedText(text))
            : Find(new OrdinalText(text));
        return interned is not null;
    }

    /// <summary>Returns the interned string equal to UTF-8 data, without adding a string.</summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can be the same string.
    /// </param>
    /// <param name="interned">The interned string, or null.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out string?)"/>
    [OverloadResolutionPriority(-1)]
    public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        if (!IsPlain(utf8))
        {
            return TryGetSlow(utf8, out interned);
        }

        interned = _table.Find(new AsciiText(utf8));
        return interned is not null;
    }

    // Whether a key is ASCII, not empty, compared ordinally, and short enough to be interned.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsPlain(ReadOnlySpan<byte> utf8) => (uint)(utf8.Length - 1) < _maxPlainLength && KeyText.IsAscii(utf8);

    // Whether a key is certainly too long: a char takes at most three UTF-8 bytes.
    private bool IsTooLong(ReadOnlySpan<byte> utf8) => utf8.Length > 3L * _maximumLength;

    /// <summary>Removes a string.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <returns>False if the string is absent.</returns>
    public bool Remove(ReadOnlySpan<char> text) =>
        _ignoreCase ? _table.Remove(new FoldedText(text)) : _table.Remove(new OrdinalText(text));

    /// <summary>Removes all strings that exist at the start of the call. The table keeps its memory.</summary>
    public void Clear() => _table.Clear();

    /// <summary>Returns approximate counts and sizes. O(1).</summary>
    /// <returns>The statistics.</returns>
    public InternerStatistics GetStatistics() => _table.GetStatistics();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private string? Find<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct => text.Length == 0 ? null : _table.Find(text);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private string InternSlow(ReadOnlySpan<char> text, string? instance) =>
        TryInternSlow(text, ref instance) ?? instance ?? text.ToString();

    // Returns null if the string exceeds a limit. Sets the instance if a string had to be allocated.
    private string? TryInternSlow(ReadOnlySpan<char> text, ref string? instance)
    {
        if (text.Length == 0)
        {
            return string.Empty;
        }

        if (text.Length > _maximumLength)
        {
            return null;
        }

        if (_ignoreCase && _table.Find(new FoldedText(text)) is { } found)
        {
            return found;
        }

        // From here on, uses the chars of the new string: another thread may be changing the memory of the span, and the hash
        // must match the stored chars.
        instance ??= text.ToString();
        return _ignoreCase
            ? _table.TryGetOrAdd(new FoldedText(instance), instance)
            : _table.TryGetOrAdd(new OrdinalText(instance), instance);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private string InternSlow(ReadOnlySpan<byte> utf8)
    {
        if (IsPlain(utf8))
        {
            string instance = Encoding.Latin1.GetString(utf8);
            return InternSlow(instance, instance);
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return Intern(text.Chars);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private bool TryInternSlow(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        if (IsTooLong(utf8))
        {
            interned = null;
            return false;
        }

        if (IsPlain(utf8))
        {
            string? instance = Encoding.Latin1.GetString(utf8);
            interned = TryInternSlow(instance, ref instance);
            return interned is not null;
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return TryIntern(text.Chars, out interned);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private bool TryGetSlow(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        if (IsTooLong(utf8))
        {
            interned = null;
            return false;
        }

        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return TryGet(text.Chars, out interned);
    }

    // A separate class, so that the interner is created on first use.
    private static class SharedInterner
    {
        public static readonly BoundedStringInterner Instance =
            new(new BoundedStringInternerOptions { Capacity = 4_096, MaximumLength = 64 });
    }
}
