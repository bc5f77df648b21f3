using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// Interns strings, looked up by span. Each distinct string has one instance for all threads, until it is removed.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Finding a string takes no lock and allocates nothing. Adding or removing one locks a sixteenth of the
/// table; growth locks the whole table.</para>
/// <para>Every string stays until <see cref="Remove(ReadOnlySpan{char})"/> or <see cref="Clear"/>. For untrusted input use a
/// <see cref="BoundedStringInterner"/>; for strings that are needed only as long as something else references them, use a
/// <see cref="WeakStringInterner"/>. Interners are independent: once an interner is garbage, it no longer keeps its strings
/// alive.</para>
/// <para>The empty string is always <see cref="string.Empty"/> and takes no space.</para>
/// <para>Under a hash-flooding attack, the interner switches to a hash with a secret key. This happens at most once. Threads that
/// add or remove strings wait until all strings are rehashed.</para>
/// </remarks>
/// <example>
/// Share one string among e-mail addresses with the same server:
/// <code>
/// var servers = new StringInterner();
/// string alice = servers.Intern("alice@example.org".AsSpan("alice@".Length));
/// string bob = servers.Intern("bob@example.org"u8["bob@".Length..]);
/// Console.WriteLine($"{bob}, {ReferenceEquals(alice, bob)}");   // prints example.org, True
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(InternerDebugView))]
public sealed partial class StringInterner : IStringInterner, IInternerSize
{
    private readonly InternTable<StrongEntry> _table;

    /// <summary>Creates an empty interner.</summary>
    /// <param name="options">The options; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The operating system refuses the memory for the capacity, or the machine does not have that much memory.
    /// </exception>
    public StringInterner(StringInternerOptions? options = null)
    {
        options ??= new StringInternerOptions();
        options.Validate();
        Comparison = options.Comparison;
        _table = new InternTable<StrongEntry>(
            options.Capacity, options.MaximumLength, options.MaximumBytes, Comparisons.IgnoresCase(options.Comparison));
        if (options.MetricsName is { } name)
        {
            InternerMetrics.Interners.Add(name, _table);
        }
    }

    /// <summary>The approximate number of strings.</summary>
    public int Count => _table.Count;

    /// <summary>
    /// How strings are compared. With <see cref="StringComparison.OrdinalIgnoreCase"/>, a returned string may differ in case from
    /// the requested one.
    /// </summary>
    public StringComparison Comparison { get; }

    int IInternerSize.Capacity => _table.Capacity;

    /// <summary>Returns the interned string equal to <paramref name="text"/>. If it is absent, a new string is added.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <returns>
    /// The interned string; a new string if it is longer than <see cref="StringInternerOptions.MaximumLength"/>.
    /// </returns>
    /// <remarks>O(length). Allocates only new strings and, on growth, a larger table.</remarks>
    /// <exception cref="OutOfMemoryException">
    /// The string is new and would exceed <see cref="StringInternerOptions.MaximumBytes"/>; the interner is unchanged.
    /// </exception>
    public string Intern(ReadOnlySpan<char> text) =>
        _table.FindPlain(new OrdinalText(text)) ?? _table.GetOrAdd(text, instance: null);

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent, <paramref name="text"/> itself is added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <returns>
    /// The interned instance; <paramref name="text"/> itself if it is longer than
    /// <see cref="StringInternerOptions.MaximumLength"/>.
    /// </returns>
    /// <remarks>O(length). Allocates only when the table grows.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The string is new and would exceed <see cref="StringInternerOptions.MaximumBytes"/>; the interner is unchanged.
    /// </exception>
    public string Intern(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return _table.FindPlain(new OrdinalText(text)) ?? _table.GetOrAdd(text, text);
    }

    /// <summary>
    /// Returns the interned string equal to UTF-8 data, the same instance as for UTF-16. If it is absent, a new string is added.
    /// </summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>, so different byte
    /// sequences can be the same string.
    /// </param>
    /// <returns>
    /// The interned string; a new string if it is longer than <see cref="StringInternerOptions.MaximumLength"/>.
    /// </returns>
    /// <remarks>
    /// O(length). Allocates only new strings and, on growth, a larger table. ASCII is looked up without widening it first.
    /// </remarks>
    /// <exception cref="OutOfMemoryException">
    /// The string is new and would exceed <see cref="StringInternerOptions.MaximumBytes"/>; the interner is unchanged.
    /// </exception>
    [OverloadResolutionPriority(-1)]
    public string Intern(ReadOnlySpan<byte> utf8) =>
        (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.GetOrAdd(utf8);

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and within the limits, a new string is
    /// added.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>
    /// False if the string is new, and is longer than <see cref="StringInternerOptions.MaximumLength"/> or would exceed
    /// <see cref="StringInternerOptions.MaximumBytes"/>.
    /// </returns>
    /// <remarks>O(length). Allocates only new strings and, on growth, a larger table.</remarks>
    public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        interned = _table.FindPlain(new OrdinalText(text)) ?? _table.TryGetOrAdd(text, instance: null);
        return interned is not null;
    }

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and within the limits,
    /// <paramref name="text"/> itself is added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>
    /// False if the string is new, and is longer than <see cref="StringInternerOptions.MaximumLength"/> or would exceed
    /// <see cref="StringInternerOptions.MaximumBytes"/>.
    /// </returns>
    /// <remarks>O(length). Allocates only when the table grows.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public bool TryIntern(string text, [NotNullWhen(true)] out string? interned)
    {
        ArgumentNullException.ThrowIfNull(text);
        interned = _table.FindPlain(new OrdinalText(text)) ?? _table.TryGetOrAdd(text, text);
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
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.TryGetOrAdd(utf8);
        return interned is not null;
    }

    /// <summary>Returns the interned string equal to <paramref name="text"/>, without adding a string.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>False if the string is absent.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock.</remarks>
    public bool TryGet(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        interned = _table.FindPlain(new OrdinalText(text)) ?? (_table.IsPlain(text.Length) ? null : _table.Get(text));
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
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.Get(utf8);
        return interned is not null;
    }

    /// <summary>Removes a string. An equal string that is added later can be another instance.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <returns>False if the string is absent.</returns>
    public bool Remove(ReadOnlySpan<char> text) => _table.Remove(text);

    /// <summary>Removes all strings and releases the table.</summary>
    public void Clear() => _table.Clear();

    /// <summary>Shrinks the table to fit the strings. O(strings); all threads that add or remove wait.</summary>
    /// <returns>The managed bytes released.</returns>
    public long Trim() => _table.Trim();

    /// <summary>Returns consistent counts and sizes. O(strings); all threads that add or remove wait.</summary>
    /// <returns>The statistics.</returns>
    public InternerStatistics GetStatistics() => _table.GetStatistics();
}
