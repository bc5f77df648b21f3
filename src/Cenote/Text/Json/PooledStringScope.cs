using Cenote.Strings;

namespace Cenote.Text.Json;

/// <summary>
/// Owns the strings that a converter of <see cref="JsonConverters.InPool"/> reads, and frees them if the document fails.
/// </summary>
/// <remarks>
/// <para>Created by <see cref="JsonConverters.BeginScope"/>. Call <see cref="Keep"/> after reading a document: the caller then
/// owns its strings. <see cref="Dispose"/> frees the strings read since the last <see cref="Keep"/>: those of a failed
/// document.</para>
/// <para>Takes 8 bytes per string until the string is kept or freed. Thread-safe. Strings are freed on the thread that calls
/// <see cref="Dispose"/>, which must be allowed to use the pool.</para>
/// </remarks>
/// <example>
/// Two documents, the second of which is truncated:
/// <code>
/// using System.Text.Json;
///
/// using var pool = new SegmentedStringPool();
/// var converter = JsonConverters.InPool(pool);
/// var options = new JsonSerializerOptions { AllowDuplicateProperties = false, Converters = { converter } };
/// foreach (string json in new[] { """["Dos Ojos"]""", """["Sac Actun",""" })
/// {
///     using PooledStringScope scope = converter.BeginScope();
///     try
///     {
///         JsonSerializer.Deserialize&lt;PooledStringRef[]>(json, options);
///         scope.Keep();
///     }
///     catch (JsonException)
///     {
///         // The scope frees "Sac Actun".
///     }
/// }
///
/// Console.WriteLine(pool.ActiveAllocations);   // prints 1
/// </code>
/// </example>
[DebuggerDisplay("{_strings.Count} strings")]
public sealed class PooledStringScope : IDisposable
{
    private readonly StringPool _pool;
    private readonly AsyncLocal<PooledStringScope?> _current;
    private readonly PooledStringScope? _outer;
    private readonly Lock _lock = new();
    private readonly List<PooledStringId> _strings = [];
    private bool _isDisposed;

    internal PooledStringScope(StringPool pool, AsyncLocal<PooledStringScope?> current)
    {
        _pool = pool;
        _current = current;
        _outer = current.Value;
        current.Value = this;
    }

    /// <summary>Makes the caller the owner of the strings read since the last call to this method.</summary>
    /// <remarks>The scope can be used for the next document.</remarks>
    /// <exception cref="ObjectDisposedException">The scope is disposed and its strings are freed.</exception>
    public void Keep()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            _strings.Clear();
        }
    }

    /// <summary>Frees the strings read since the last <see cref="Keep"/>. A second call does nothing.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            if (_isDisposed)
            {
                return;
            }

            _isDisposed = true;
            foreach (PooledStringId id in _strings)
            {
                _pool.ScopeHasFreed = true;
                _pool.Free(id);
            }

            _strings.Clear();
        }

        if (_current.Value == this)
        {
            _current.Value = _outer;
        }
    }

    /// <summary>Takes ownership of a string, or frees it on failure.</summary>
    /// <exception cref="ObjectDisposedException">The scope is disposed.</exception>
    internal void Add(PooledStringRef text)
    {
        bool isAdded = false;
        try
        {
            lock (_lock)
            {
                ObjectDisposedException.ThrowIf(_isDisposed, this);
                _strings.Add(text.Id);
                isAdded = true;
            }
        }
        finally
        {
            if (!isAdded)
            {
                text.Free();
            }
        }
    }

    /// <summary>Whether the scope accepts strings.</summary>
    internal bool IsOpen
    {
        get
        {
            lock (_lock)
            {
                return !_isDisposed;
            }
        }
    }
}
