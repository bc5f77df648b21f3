using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;

#pragma warning disable CA1000 // the type argument determines the expected file contents

namespace Cenote.Collections;

/// <summary>
/// A read-only dictionary in a file written by <see cref="PooledStringDictionary{TValue}.Save(string)"/>. Except on Windows, it
/// opens in O(1), and all processes that open it share its memory.
/// </summary>
/// <typeparam name="TValue">The type of the values; it must be the type that was saved.</typeparam>
/// <remarks>
/// <para>Thread-safe. Lookups allocate nothing. Disposal during use is safe: concurrent calls either complete or throw
/// <see cref="ObjectDisposedException"/>.</para>
/// <para>The file is mapped, and opening reads only its header; on Windows, or if the operating system refuses the mapping, the
/// file is copied. Every lookup checks the offsets it follows, so a damaged or hostile file causes at worst wrong results or an
/// <see cref="InvalidDataException"/>. <see cref="Verify"/> checks the whole file.</para>
/// <para><b>Never change a file in place while it may be open.</b> Saving again is safe: it renames a new file over the old one,
/// and processes that have the old file open keep using it. If a mapped file is truncated or its disk fails, the operating system
/// kills a process that reads the missing part, as with every mapped file. Saved files are therefore read-only on Unix. If other
/// programs may change the file anyway, use <see cref="OpenCopy(string)"/>.</para>
/// </remarks>
/// <example>
/// Save once, open often:
/// <code>
/// string path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.cenote");
/// using (var depths = new PooledStringDictionary&lt;int>())
/// {
///     depths["Dos Ojos"] = 119;
///     depths["Sac Actun"] = 120;
///     depths.Save(path);
/// }
///
/// using (var depths = FrozenPooledStringDictionary&lt;int>.Open(path))
/// {
///     Console.WriteLine($"{depths["Sac Actun"]} {depths.Count}");   // prints 120 2
/// }
///
/// File.Delete(path);
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed unsafe partial class FrozenPooledStringDictionary<TValue>
    : IReadOnlyCollection<KeyValuePair<string, TValue>>, IDisposable, IDebugItems
    where TValue : unmanaged
{
    private readonly SnapshotImage _image;
    private readonly string _name;

    internal FrozenPooledStringDictionary(SnapshotImage image)
    {
        _image = image;
        _name = EntryLayout<TValue>.HasValues ? nameof(FrozenPooledStringDictionary<>) : nameof(FrozenPooledStringSet);
    }

    /// <summary>Maps a file, so that all processes that open it share its memory. On Windows, the file is copied.</summary>
    /// <param name="path">The file. It must not be changed in place while it is open; replacing it is safe.</param>
    /// <returns>The dictionary.</returns>
    /// <remarks>O(1), or O(file size) if the file is copied.</remarks>
    /// <exception cref="InvalidDataException">
    /// The file is not a snapshot of this type, its header is damaged, it has another format version or value type, or it was
    /// saved with <see cref="PooledStringDictionaryOptions.IgnoreCase"/>. The message gives the cause and the remedy.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="OutOfMemoryException">The file is copied, and the operating system refuses the memory.</exception>
    public static FrozenPooledStringDictionary<TValue> Open(string path) => Open(path, PageSource.System);

    /// <summary>Opens a file and copies it into memory, for files that other programs may change in place.</summary>
    /// <param name="path">The file. It may be changed once this method returns.</param>
    /// <inheritdoc cref="Open(string)" path="/returns"/>
    /// <inheritdoc cref="Open(string)" path="/exception"/>
    public static FrozenPooledStringDictionary<TValue> OpenCopy(string path) =>
        new(SnapshotImage.OpenCopy(path, EntrySnapshot<TValue>.CheckFrozen, PageSource.System));

    /// <summary>Copies a snapshot from a stream into memory.</summary>
    /// <param name="stream">The stream, positioned at the snapshot. It need not be seekable, and is not closed.</param>
    /// <inheritdoc cref="Open(string)" path="/returns"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="InvalidDataException">
    /// The stream contains no snapshot of this type, the snapshot is truncated or its header damaged, it has another format
    /// version or value type, or it was saved with <see cref="PooledStringDictionaryOptions.IgnoreCase"/>.
    /// </exception>
    /// <exception cref="IOException">The stream throws this exception, or returns an invalid number of bytes.</exception>
    /// <exception cref="OutOfMemoryException">The operating system refuses the memory.</exception>
    public static FrozenPooledStringDictionary<TValue> OpenCopy(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return new(SnapshotImage.OpenCopy(stream, EntrySnapshot<TValue>.CheckFrozen, PageSource.System));
    }

    /// <summary>Number of entries, from the header; 0 once the dictionary is disposed.</summary>
    public int Count => _image.IsRetired ? 0 : _image.Count;

    /// <summary>Whether the dictionary is disposed.</summary>
    public bool IsDisposed => _image.IsRetired;

    /// <summary>Whether the memory is the mapped file, shared with other processes, rather than a copy.</summary>
    public bool IsMapped => _image.IsMapped;

    /// <summary>Bytes of the mapped or copied file; 0 once the dictionary is disposed.</summary>
    public long FileBytes => _image.IsRetired ? 0 : (long)_image.Header.FileBytes;

    /// <summary>The value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">The key does not exist.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public TValue this[TextKey key] =>
        TryGetValue(key, out TValue value) ? value : Throw.KeyNotFound<TValue>(key, isSecret: false);

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryGetValue(TextKey key, out TValue value)
    {
        if (key.IsUtf8)
        {
            return ReadValue(Find(key.Utf8), out value);
        }

        KeyCell* cell = _image.Find(key.Chars, EntryLayout<TValue>.TextOffset);
        return ReadValue(cell != null || !_image.StoresUtf8 ? cell : FindEncoded(key.Chars), out value);
    }

    /// <summary>Whether a key exists.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if the key does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TextKey key) => TryGetValue(key, out _);

    /// <summary>Checks the whole snapshot: every checksum, and that every key is found. O(file size).</summary>
    /// <exception cref="InvalidDataException">The snapshot is damaged; the message gives the cause.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public void Verify()
    {
        ThrowIfDisposed();
        try
        {
            _image.Verify(EntryLayout<TValue>.TextOffset);
        }
        catch (InvalidDataException)
        {
            // Disposal may replace the copy of a file with zeros.
            ThrowIfDisposed();
            throw;
        }
    }

    /// <summary>
    /// Disposes the dictionary. A copy's memory is released at once. A mapped file stays mapped until the dictionary is garbage
    /// collected, and normally for at least 10 seconds after that, so spans that were just read stay valid.
    /// </summary>
    public void Dispose() => _image.Retire();

    internal static FrozenPooledStringDictionary<TValue> Open(string path, PageSource pages) =>
        new(SnapshotImage.Open(path, EntrySnapshot<TValue>.CheckFrozen, pages));

    internal string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    Array IDebugItems.DebugItems => ((IEnumerable<KeyValuePair<string, TValue>>)this).ToArray();

    // Reads the value before the check for disposal: a value read after disposal may be zeros.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool ReadValue(KeyCell* cell, out TValue value)
    {
        bool found = cell != null;
        value = found ? Unsafe.ReadUnaligned<TValue>((byte*)cell + KeyCell.ValueOffset) : default;
        Volatile.ReadBarrier();
        ThrowIfDisposed();
        GC.KeepAlive(_image);
        return found;
    }

    private void ThrowIfDisposed()
    {
        if (_image.IsRetired)
        {
            Throw.CollectionDisposed(_name);
        }
    }
}
