using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// One string for each of the texts that come most often, from a span, without making a string first. It never holds more strings
/// than its capacity, nor more bytes than it is allowed: strings that were not asked for lately are evicted, first of all those
/// that came only once.
/// </summary>
/// <remarks>
/// <para>Safe for any number of threads. Finding a text that is there takes no lock and allocates nothing. A text that was
/// evicted gets a new string the next time: two strings of the same text can be around, so compare them as strings, not as
/// references.</para>
/// <para>Each text has eight places where it can be, so a few are evicted before the capacity is reached: of texts that fill half
/// of it, 99 of 100 stay; of texts that fill all of it, 86 of 100. Give it a capacity of twice the strings that matter.</para>
/// <para>Whatever texts come, none takes longer than eight comparisons: an attacker can harm nothing but the share of hits. The
/// empty text is <see cref="string.Empty"/>, and takes no place.</para>
/// </remarks>
/// <example>
/// Texts from outside, of which the common ones are kept:
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
    private readonly uint _longestPlain;

    /// <summary>Makes an empty interner.</summary>
    /// <param name="capacity">The most strings it holds, at least 1. Room for all of them is made at once.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is not positive.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the capacity, or the machine does not have that
    /// much.</exception>
    public BoundedStringInterner(int capacity)
        : this(new BoundedStringInternerOptions { Capacity = CheckedCapacity(capacity) })
    {
    }

    /// <summary>Makes an empty interner.</summary>
    /// <param name="options">Limits and comparison.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the capacity, or the machine does not have that
    /// much.</exception>
    public BoundedStringInterner(BoundedStringInternerOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        Comparison = options.Comparison;
        _maximumLength = options.MaximumLength;
        _ignoreCase = Comparisons.IgnoresCase(options.Comparison);
        _longestPlain = _ignoreCase ? 0 : (uint)_maximumLength;
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
    /// One interner for the whole process, for readers that were not given another: at most 4,096 strings of at most 64 chars,
    /// 0.7 MB in all.
    /// </summary>
    /// <remarks>Whoever has texts of one kind gives them an interner of their own, from which nobody else's texts evict
    /// them.</remarks>
    public static BoundedStringInterner Shared => SharedInterner.Instance;

    /// <summary>The most strings the interner holds.</summary>
    public int Capacity => _table.Capacity;

    /// <summary>Strings in the interner at approximately this moment, never more than <see cref="Capacity"/>.</summary>
    public int Count => _table.Count;

    /// <summary>
    /// Which texts are the same. <see cref="StringComparison.OrdinalIgnoreCase"/>: a string that is returned may be another
    /// spelling of the text that was asked for.
    /// </summary>
    public StringComparison Comparison { get; }

    /// <summary>The string of a text. If it is not there it is added, and another one may be evicted.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <returns>The instance that is held; a new string if the text is too long or too large to be held.</returns>
    /// <remarks>O(length). Allocates nothing but strings.</remarks>
    public string Intern(ReadOnlySpan<char> text) =>
        (_ignoreCase ? null : Find(new OrdinalText(text))) ?? InternSlow(text, instance: null);

    /// <summary>The string of a text. If it is not there this very instance is added, and another one may be evicted.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The instance that is held; <paramref name="text"/> itself if it is too long or too large to be held.</returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public string Intern(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return (_ignoreCase ? null : Find(new OrdinalText(text))) ?? InternSlow(text, text);
    }

    /// <summary>The string of a text in UTF-8. It is the same as that of the text in UTF-16.</summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, as with
    /// <see cref="System.Text.Encoding.UTF8"/>, so different texts can become equal.</param>
    /// <returns>The instance that is held; a new string if the text is too long or too large to be held.</returns>
    /// <remarks>O(length). Allocates nothing but strings. ASCII is found without being widened first.</remarks>
    public string Intern(ReadOnlySpan<byte> utf8) =>
        (IsPlain(utf8) ? _table.Find(new AsciiText(utf8)) : null) ?? InternSlow(utf8);

    /// <summary>The string of a text, which is added if it is new and can be held.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <returns>False if the text is new, and longer than <see cref="BoundedStringInternerOptions.MaximumLength"/> or, by itself,
    /// larger than <see cref="BoundedStringInternerOptions.MaximumBytes"/>.</returns>
    /// <remarks>O(length). Allocates nothing but new strings.</remarks>
    public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        string? made = null;
        interned = (_ignoreCase ? null : Find(new OrdinalText(text))) ?? TryInternSlow(text, ref made);
        return interned is not null;
    }

    /// <summary>The string of a text. If it is new and can be held, this very instance is added.</summary>
    /// <param name="text">The text.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <returns>False if the text is new, and longer than <see cref="BoundedStringInternerOptions.MaximumLength"/> or, by itself,
    /// larger than <see cref="BoundedStringInternerOptions.MaximumBytes"/>.</returns>
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
    /// The string of a text in UTF-8, which is added if it is new and can be held. It is the same as that of the text
    /// in UTF-16.
    /// </summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    public bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        interned = IsPlain(utf8) ? _table.Find(new AsciiText(utf8)) : null;
        return interned is not null || TryInternSlow(utf8, out interned);
    }

    /// <summary>Finds the string of a text, and adds nothing.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <returns>False if the text is not there.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock. Counts as asking for the text.</remarks>
    public bool TryGet(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        interned = text.Length == 0 ? string.Empty
            : _ignoreCase ? Find(new FoldedText(text))
            : Find(new OrdinalText(text));
        return interned is not null;
    }

    /// <summary>Finds the string of a text in UTF-8, and adds nothing.</summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="interned">The instance that is held, or null.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out string?)"/>
    public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        if (!IsPlain(utf8))
        {
            return TryGetSlow(utf8, out interned);
        }

        interned = _table.Find(new AsciiText(utf8));
        return interned is not null;
    }

    // ASCII that may be there, and is compared ordinally. What is too long is not even looked at.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsPlain(ReadOnlySpan<byte> utf8) => (uint)(utf8.Length - 1) < _longestPlain && KeyText.IsAscii(utf8);

    // Each char comes from at most three bytes, so this needs no memory to decode it.
    private bool IsTooLong(ReadOnlySpan<byte> utf8) => utf8.Length > 3L * _maximumLength;

    /// <summary>Removes a text.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <returns>False if it was not there.</returns>
    public bool Remove(ReadOnlySpan<char> text) =>
        _ignoreCase ? _table.Remove(new FoldedText(text)) : _table.Remove(new OrdinalText(text));

    /// <summary>Removes every text that is there when the call begins. The room for others stays.</summary>
    public void Clear() => _table.Clear();

    /// <summary>Counts and sizes, at approximately this moment. O(1).</summary>
    /// <returns>The state.</returns>
    public InternerStatistics GetStatistics() => _table.GetStatistics();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private string? Find<TText>(scoped TText text)
        where TText : struct, IInternText, allows ref struct => text.Length == 0 ? null : _table.Find(text);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private string InternSlow(ReadOnlySpan<char> text, string? instance) =>
        TryInternSlow(text, ref instance) ?? instance ?? text.ToString();

    // Null if the text is too long or too large. The instance is the string that was made of it, if that was necessary to know.
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

        // From here on the text is that of the string: another thread may be changing the buffer behind the span, and a hash of
        // one moment must not place a text of another.
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

    // A class of its own: it is made by whoever asks for it first.
    private static class SharedInterner
    {
        public static readonly BoundedStringInterner Instance =
            new(new BoundedStringInternerOptions { Capacity = 4_096, MaximumLength = 64 });
    }
}
