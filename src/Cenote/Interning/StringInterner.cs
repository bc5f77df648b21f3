using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// One string for each distinct text, from a span, without making a string first. A text has one instance, the same for all
/// threads, from the call that adds it until it is removed.
/// </summary>
/// <remarks>
/// <para>Safe for any number of threads. Finding a text that is there takes no lock and allocates nothing. Adding locks a
/// sixteenth of the table, and now and then, to grow, all of it.</para>
/// <para>Every string stays until <see cref="Remove(ReadOnlySpan{char})"/> or <see cref="Clear"/>: for texts from outside use a
/// <see cref="BoundedStringInterner"/>, and a <see cref="WeakStringInterner"/> for texts that are needed only as long as
/// something else refers to them. Interners share nothing: what one holds can be collected when the interner can.</para>
/// <para>The empty text is <see cref="string.Empty"/>, and takes no place.</para>
/// <para>If more texts collide than chance explains, the interner changes to a hash with a secret key, once: a long pause.</para>
/// </remarks>
/// <example>
/// Addresses that share the string of their server:
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

    /// <summary>Makes an empty interner.</summary>
    /// <param name="options">Room, limits and comparison; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the capacity, or the machine does not have that
    /// much.</exception>
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

    /// <summary>Strings in the interner at approximately this moment.</summary>
    public int Count => _table.Count;

    /// <summary>
    /// Which texts are the same. <see cref="StringComparison.OrdinalIgnoreCase"/>: a string that is returned may be another
    /// spelling of the text that was asked for.
    /// </summary>
    public StringComparison Comparison { get; }

    int IInternerSize.Capacity => _table.Capacity;

    /// <summary>The string of a text, which is added if it is new.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <returns>The one instance; a new string if the text is longer than
    /// <see cref="StringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length). Allocates nothing but new strings and, now and then, a larger table.</remarks>
    /// <exception cref="OutOfMemoryException">
    /// The text is new, and its string does not fit below <see cref="StringInternerOptions.MaximumBytes"/>; the interner is
    /// unchanged.
    /// </exception>
    public string Intern(ReadOnlySpan<char> text) =>
        _table.FindPlain(new OrdinalText(text)) ?? _table.GetOrAdd(text, instance: null);

    /// <summary>The string of a text. If it is new, this very instance is added.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The one instance; <paramref name="text"/> itself if it is longer than
    /// <see cref="StringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length). Allocates nothing but, now and then, a larger table.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The text is new, and its string does not fit below <see cref="StringInternerOptions.MaximumBytes"/>; the interner is
    /// unchanged.
    /// </exception>
    public string Intern(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return _table.FindPlain(new OrdinalText(text)) ?? _table.GetOrAdd(text, text);
    }

    /// <summary>
    /// The string of a text in UTF-8, which is added if it is new. It is the same as that of the text in UTF-16.
    /// </summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, as with
    /// <see cref="System.Text.Encoding.UTF8"/>, so different texts can become equal.</param>
    /// <returns>The one instance; a new string if the text is longer than
    /// <see cref="StringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>
    /// O(length). Allocates nothing but new strings and, now and then, a larger table. ASCII is found without being widened
    /// first.
    /// </remarks>
    /// <exception cref="OutOfMemoryException">
    /// The text is new, and its string does not fit below <see cref="StringInternerOptions.MaximumBytes"/>; the interner is
    /// unchanged.
    /// </exception>
    public string Intern(ReadOnlySpan<byte> utf8) =>
        (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.GetOrAdd(utf8);

    /// <summary>The string of a text, which is added if it is new and fits the limits.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <returns>False if the text is new, and longer than <see cref="StringInternerOptions.MaximumLength"/> or too large for
    /// <see cref="StringInternerOptions.MaximumBytes"/>.</returns>
    /// <remarks>O(length). Allocates nothing but new strings and, now and then, a larger table.</remarks>
    public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        interned = _table.FindPlain(new OrdinalText(text)) ?? _table.TryGetOrAdd(text, instance: null);
        return interned is not null;
    }

    /// <summary>The string of a text. If it is new and fits the limits, this very instance is added.</summary>
    /// <param name="text">The text.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <returns>False if the text is new, and longer than <see cref="StringInternerOptions.MaximumLength"/> or too large for
    /// <see cref="StringInternerOptions.MaximumBytes"/>.</returns>
    /// <remarks>O(length), allocates nothing but, now and then, a larger table.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public bool TryIntern(string text, [NotNullWhen(true)] out string? interned)
    {
        ArgumentNullException.ThrowIfNull(text);
        interned = _table.FindPlain(new OrdinalText(text)) ?? _table.TryGetOrAdd(text, text);
        return interned is not null;
    }

    /// <summary>
    /// The string of a text in UTF-8, which is added if it is new and fits the limits. It is the same as that of the
    /// text in UTF-16.
    /// </summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    public bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.TryGetOrAdd(utf8);
        return interned is not null;
    }

    /// <summary>Finds the string of a text, and adds nothing.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <returns>False if the text is not there.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock.</remarks>
    public bool TryGet(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        interned = _table.FindPlain(new OrdinalText(text)) ?? (_table.IsPlain(text.Length) ? null : _table.Get(text));
        return interned is not null;
    }

    /// <summary>Finds the string of a text in UTF-8, and adds nothing.</summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out string?)"/>
    public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.Get(utf8);
        return interned is not null;
    }

    /// <summary>Removes a text. The next one like it gets another instance.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <returns>False if it was not there.</returns>
    public bool Remove(ReadOnlySpan<char> text) => _table.Remove(text);

    /// <summary>Removes every text, and gives the table back.</summary>
    public void Clear() => _table.Clear();

    /// <summary>
    /// Gives back a table that is larger than the strings need. O(strings); all threads that add or remove wait.
    /// </summary>
    /// <returns>Managed bytes given back.</returns>
    public long Trim() => _table.Trim();

    /// <summary>Counts and sizes. O(strings); all threads that add or remove wait.</summary>
    /// <returns>The state at one moment.</returns>
    public InternerStatistics GetStatistics() => _table.GetStatistics();
}
