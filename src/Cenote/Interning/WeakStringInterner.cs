using Cenote.Text;

namespace Cenote.Interning;

/// <summary>
/// Interns strings without keeping them alive: the GC collects a string when nothing else references it. Lookups by span allocate
/// nothing.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Finding a string takes no lock and allocates nothing.</para>
/// <para>Each string costs a weak handle: tens of nanoseconds when the string is added, and a little time in each garbage
/// collection of the string's generation. After a string is collected, about 30 bytes of the interner remain in use for it. Later
/// strings reuse these bytes; <see cref="Trim"/> releases them.</para>
/// <para>The empty string is always <see cref="string.Empty"/> and takes no space.</para>
/// </remarks>
/// <example>
/// Share strings while they are referenced:
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

    // Readers reference this object while they read handles.
    private RetiredHandles _handles = new();

    /// <summary>Creates an empty interner.</summary>
    /// <param name="options">The options; null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range; the message names it.</exception>
    /// <exception cref="OutOfMemoryException">
    /// The operating system refuses the memory for the capacity, or the machine does not have that much memory.
    /// </exception>
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
    /// The approximate number of strings, including collected ones that the table has not dropped yet. Exact after
    /// <see cref="Trim"/>.
    /// </summary>
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
    /// The interned string; a new string if it is longer than <see cref="WeakStringInternerOptions.MaximumLength"/>.
    /// </returns>
    /// <remarks>O(length). Allocates only new strings and, on growth, a larger table.</remarks>
    public string Intern(ReadOnlySpan<char> text)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        string interned = _table.FindPlain(new OrdinalText(text)) ?? _table.GetOrAdd(text, instance: null);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned;
    }

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent, <paramref name="text"/> itself is added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <returns>
    /// The interned string; <paramref name="text"/> itself if it is longer than
    /// <see cref="WeakStringInternerOptions.MaximumLength"/>.
    /// </returns>
    /// <remarks>O(length). Allocates only when the table grows.</remarks>
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
    /// Returns the interned string equal to UTF-8 data, the same instance as for UTF-16. If it is absent, a new string is added.
    /// </summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, as with <see cref="System.Text.Encoding.UTF8"/>, so different byte
    /// sequences can be the same string.
    /// </param>
    /// <returns>
    /// The interned string; a new string if the data has more chars than <see cref="WeakStringInternerOptions.MaximumLength"/>.
    /// </returns>
    /// <remarks>
    /// O(length). Allocates only new strings and, on growth, a larger table. ASCII is looked up without widening it first.
    /// </remarks>
    [OverloadResolutionPriority(-1)]
    public string Intern(ReadOnlySpan<byte> utf8)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        string interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.GetOrAdd(utf8);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned;
    }

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and not too long, a new string is added.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>False if the string is new and longer than <see cref="WeakStringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length). Allocates only new strings and, on growth, a larger table.</remarks>
    public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = _table.FindPlain(new OrdinalText(text)) ?? _table.TryGetOrAdd(text, instance: null);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>
    /// Returns the interned string equal to <paramref name="text"/>. If it is absent and not too long, <paramref name="text"/>
    /// itself is added.
    /// </summary>
    /// <param name="text">The string.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>False if the string is new and longer than <see cref="WeakStringInternerOptions.MaximumLength"/>.</returns>
    /// <remarks>O(length). Allocates only when the table grows.</remarks>
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
    /// Returns the interned string equal to UTF-8 data, the same instance as for UTF-16. If it is absent and not too long, a new
    /// string is added.
    /// </summary>
    /// <param name="utf8">
    /// The UTF-8 data; each invalid sequence becomes U+FFFD, so different byte sequences can be the same string.
    /// </param>
    /// <param name="interned">The interned string, or null.</param>
    /// <inheritdoc cref="TryIntern(ReadOnlySpan{char}, out string?)"/>
    [OverloadResolutionPriority(-1)]
    public bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.TryGetOrAdd(utf8);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>Returns the interned string equal to <paramref name="text"/>, without adding a string.</summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <param name="interned">The interned string, or null.</param>
    /// <returns>False if the string is absent or was collected.</returns>
    /// <remarks>O(length), allocates nothing, takes no lock.</remarks>
    public bool TryGet(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
    {
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = _table.FindPlain(new OrdinalText(text)) ?? (_table.IsPlain(text.Length) ? null : _table.Get(text));
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
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
        RetiredHandles handles = Volatile.Read(ref _handles);
        interned = (KeyText.IsAscii(utf8) ? _table.FindPlain(new AsciiText(utf8)) : null) ?? _table.Get(utf8);
        GC.KeepAlive(handles);
        GC.KeepAlive(this);
        return interned is not null;
    }

    /// <summary>
    /// Removes a string. An equal string that is added later can be another instance, even if the old one is still alive.
    /// </summary>
    /// <param name="text">Any UTF-16 data.</param>
    /// <returns>False if the string is absent or was collected.</returns>
    public bool Remove(ReadOnlySpan<char> text)
    {
        bool removed = _table.Remove(text);
        GC.KeepAlive(this);
        return removed;
    }

    /// <summary>Removes all strings and releases the table.</summary>
    public void Clear()
    {
        _table.Clear();
        Retire();
    }

    /// <summary>
    /// Drops the entries of collected strings, releases their handles, and shrinks the table. O(strings); all threads that add or
    /// remove wait.
    /// </summary>
    /// <returns>
    /// The managed bytes of the table that were released. For the bytes of the strings, see <see cref="GetStatistics"/>.
    /// </returns>
    public long Trim()
    {
        long bytes = _table.Trim();
        Retire();
        return bytes;
    }

    /// <summary>
    /// Returns counts and sizes of the strings that are alive. O(strings); all threads that add or remove wait.
    /// </summary>
    /// <returns>The statistics.</returns>
    public InternerStatistics GetStatistics()
    {
        InternerStatistics statistics = _table.GetStatistics();
        GC.KeepAlive(this);
        return statistics;
    }

    // Only one thread at a time retires handles, because each object retires handles once.
    private void Retire()
    {
        lock (_table)
        {
            // Allocates first: a failure after taking the spares would leak handles.
            var owner = new RetiredHandles.Owner();
            var next = new RetiredHandles();
            owner.Handles = _table.TakeSpares();
            _handles.End(owner, next);
            Volatile.Write(ref _handles, next);
        }

        GC.KeepAlive(_release);
    }
}
