using System.Diagnostics;
using Cenote.Strings;

namespace Cenote.Text.Json;

/// <summary>
/// Owns the strings that a converter of <see cref="JsonConverters.InPool"/> reads, and frees them unless the document was read to
/// its end.
/// </summary>
/// <remarks>
/// <para>Created by <see cref="JsonConverters.BeginScope"/>. Call <see cref="Keep"/> after the document was read:
/// from then on the caller owns its strings. <see cref="Dispose"/> frees those that were read since the last <see cref="Keep"/>,
/// which is every string of a document that failed.</para>
/// <para>8 bytes for each string until it is kept or freed. Members may be called by any thread; strings are freed on the
/// thread that calls <see cref="Dispose"/>, which must be allowed to use the pool.</para>
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

    /// <summary>Passes the strings that were read since the last call to the caller, who frees them from now on.</summary>
    /// <remarks>The scope can be used for the next document.</remarks>
    /// <exception cref="ObjectDisposedException">The scope is disposed, and so are its strings.</exception>
    public void Keep()
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            _strings.Clear();
        }
    }

    /// <summary>Frees the strings that were read since the last <see cref="Keep"/>. Calling it again does nothing.</summary>
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

    /// <summary>Takes a string, or frees it if that is not possible.</summary>
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

    /// <summary>Whether the scope takes strings.</summary>
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
