using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// One string for each distinct text that something outside the interner refers to. As long as a string is alive it is the one
/// instance of its text; when nobody refers to it any more the garbage collector takes it, whatever its length.
/// </summary>
/// <remarks>
/// <para>Safe for any number of threads. Finding a text that is there takes no lock and allocates nothing.</para>
/// <para>Each string costs a weak handle, which every garbage collection that covers the string's generation looks at: some tens
/// of nanoseconds when it is added, and a little in each collection. What is left of a string that was collected, about 30 bytes,
/// is reused for the next strings; <see cref="Trim"/> gives it back.</para>
/// <para>The empty text is <see cref="string.Empty"/>, and takes no place.</para>
/// </remarks>
/// <example>
/// Strings that are shared as long as somebody has one:
/// <code>
/// var names = new WeakStringInterner();
/// string guide = names.Intern($"guide {7}");
/// string same = names.Intern("guide 7".AsSpan());
/// Console.WriteLine(ReferenceEquals(guide, same));   // prints True
/// GC.KeepAlive(guide);
/// </code>
/// </example>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(InternerDebugView))]
public sealed partial class WeakStringInterner : IStringInterner, IInternerSize
{
    private readonly InternTable<WeakEntry> _table;
    private readonly HandleRelease _release;

    // Held by readers while they look at handles.
    private RetiredHandles _handles = new();

    /// <summary>Makes an empty interner.</summary>
    /// <param name="options">Room, limit and comparison; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">There is no memory for the capacity, or the machine does not have that
    /// much.</exception>
    public WeakStringInterner(WeakStringInternerOptions? options = null)
    {
        options ??= new WeakStringInternerOptions();
        options.Validate();
        Comparison = options.Comparison;
        _table = new InternTable<WeakEntry>(
            options.Capacity, options.MaximumLength, maximumBytes: long.MaxValue, Comparisons.IgnoresCase(options.Comparison));
        _release = new HandleRelease(_table);
        if (options.MetricsName is { } name)
        {
            InternerMetrics.Interners.Add(name, _table);
        }
    }

    /// <summary>
    /// Strings in the interner at approximately this moment, including those that were collected and whose places were not reused
    /// yet. Exact after <see cref="Trim"/>.
    /// </summary>
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
    /// <see cref="WeakStringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length). Allocates nothing but new strings and, now and then, a larger table.</remarks>
    public string Intern(ReadOnlySpan<char> text)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        string interned = _table.FindPlain(new OrdinalText(text)) ?? _table.GetOrAdd(text, instance: null);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned;
    }

    /// <summary>The string of a text. If it is new, this very instance is added.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The one instance; <paramref name="text"/> itself if it is longer than
    /// <see cref="WeakStringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length). Allocates nothing but, now and then, a larger table.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public string Intern(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        RetiredHandles handles = Volatile.Read(ref _handles);
        string interned = _table.FindPlain(new OrdinalText(text)) ?? _table.GetOrAdd(text, text);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned;
    }

    /// <summary>
    /// The string of a text in UTF-8, which is added if it is new. It is the same as that of the text in UTF-16.
    /// </summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, as with
    /// <see cref="System.Text.Encoding.UTF8"/>, so different texts can become equal.</param>
    /// <returns>The one instance; a new string if the text has more chars than
    /// <see cref="WeakStringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>
    /// O(length). Allocates nothing but new strings and, now and then, a larger table. ASCII is found without being widened
    /// first.
    /// </remarks>
    public string Intern(ReadOnlySpan<byte> utf8)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        string interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.GetOrAdd(utf8);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned;
    }

    /// <summary>The string of a text, which is added if it is new and not too long.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <returns>False if the text is new, and longer than <see cref="WeakStringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length). Allocates nothing but new strings and, now and then, a larger table.</remarks>
    public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = _table.FindPlain(new OrdinalText(text)) ?? _table.TryGetOrAdd(text, instance: null);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>The string of a text. If it is new and not too long, this very instance is added.</summary>
    /// <param name="text">The text.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <returns>False if the text is new, and longer than <see cref="WeakStringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length), allocates nothing but, now and then, a larger table.</remarks>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is null.</exception>
    public bool TryIntern(string text, [NotNullWhen(true)] out string? interned)
    {
        ArgumentNullException.ThrowIfNull(text);
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = _table.FindPlain(new OrdinalText(text)) ?? _table.TryGetOrAdd(text, instance: text);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>
    /// The string of a text in UTF-8, which is added if it is new and not too long. It is the same as that of the text
    /// in UTF-16.
    /// </summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    public bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.TryGetOrAdd(utf8);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>Finds the string of a text, and adds nothing.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <returns>False if the text is not there, or its string was collected.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock.</remarks>
    public bool TryGet(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = _table.FindPlain(new OrdinalText(text)) ?? (_table.IsPlain(text.Length) ? null : _table.Get(text));
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>Finds the string of a text in UTF-8, and adds nothing.</summary>
    /// <param name="utf8">The text; each invalid sequence becomes U+FFFD, so different keys can become equal.</param>
    /// <param name="interned">The one instance, or null.</param>
    /// <inheritdoc cref="TryGet(ReadOnlySpan{char}, out string?)"/>
    public bool TryGet(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.Get(utf8);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>Removes a text. The next one like it gets another instance, even if this one is alive.</summary>
    /// <param name="text">Any UTF-16.</param>
    /// <returns>False if it was not there, or its string was collected.</returns>
    public bool Remove(ReadOnlySpan<char> text)
    {
        bool removed = _table.Remove(text);
        GC.KeepAlive(this);
        return removed;
    }

    /// <summary>Removes every text, and gives the table back.</summary>
    public void Clear()
    {
        _table.Clear();
        Retire();
    }

    /// <summary>
    /// Drops what is left of strings that were collected, and gives back handles and a table that is too large. O(strings); all
    /// threads that add or remove wait.
    /// </summary>
    /// <returns>Managed bytes of the table that were given back; <see cref="GetStatistics"/> counts the strings.</returns>
    public long Trim()
    {
        long bytes = _table.Trim();
        Retire();
        return bytes;
    }

    /// <summary>Counts and sizes, of the strings that are alive. O(strings); all threads that add or remove wait.</summary>
    /// <returns>The state at one moment.</returns>
    public InternerStatistics GetStatistics()
    {
        InternerStatistics statistics = _table.GetStatistics();
        GC.KeepAlive(this);
        return statistics;
    }

    // One thread at a time: each object ends once.
    private void Retire()
    {
        lock (_table)
        {
            // Everything that takes memory comes first: otherwise a lack of it would lose handles.
            var owner = new RetiredHandles.Owner();
            var next = new RetiredHandles();
            owner.Handles = _table.TakeSpares();
            _handles.End(owner, next);
            Volatile.Write(ref _handles, next);
        }

        GC.KeepAlive(_release);
    }
}
