using System.Diagnostics;
using System.Runtime.CompilerServices;
using Cenote.Keys;
using Cenote.Memory.Keys;
using Cenote.Memory.Pages;
using Cenote.Memory.Snapshots;

#pragma warning disable CA1000 // the type says what is to be read

namespace Cenote.Collections;

/// <summary>
/// A dictionary that lies in a file which <see cref="PooledStringDictionary{TValue}.Save(string)"/> has written: it is there as
/// soon as it is opened, however large it is, and all processes that open it share its memory.
/// </summary>
/// <typeparam name="TValue">The values, of the type with which they were saved.</typeparam>
/// <remarks>
/// <para>Safe for any number of threads. Looking up allocates nothing. Disposing it while others use it is safe: they get a value
/// from before, or an <see cref="ObjectDisposedException"/>.</para>
/// <para>The file is mapped, on Windows it is copied. Opening looks at its header only; where to look further is checked with each
/// look-up, so a damaged or hostile file gives wrong answers at worst. <see cref="Verify"/> checks all of it.</para>
/// <para><b>Never change a file in place that may be open.</b> Saving again is safe: it renames another file over it, and whoever
/// has opened the former one keeps that. But if a file that is mapped is made shorter, or cannot be read from its disk, the
/// operating system ends a process that reads what is gone, as with every mapped file. That is why saved files are read-only on
/// Unix. Use <see cref="OpenCopy(string)"/> where others may change the file nevertheless.</para>
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

    /// <summary>Opens a file and maps it into memory, where all processes that do so share it. On Windows it is copied.</summary>
    /// <param name="path">The file. It must not be changed in place while it is open; replacing it is safe.</param>
    /// <returns>The dictionary.</returns>
    /// <remarks>O(1), however many keys there are.</remarks>
    /// <exception cref="InvalidDataException">
    /// The file is no snapshot, or its header is damaged, or it is one of another version of the format, of other values, or of a
    /// dictionary that ignores case. The message says which, and what to do.
    /// </exception>
    /// <exception cref="ArgumentException"><paramref name="path"/> is empty.</exception>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="OutOfMemoryException">The file is copied, and the operating system refuses the memory.</exception>
    public static FrozenPooledStringDictionary<TValue> Open(string path) => Open(path, PageSource.System);

    /// <summary>Opens a file and copies it into memory: for files that others may change in place.</summary>
    /// <param name="path">The file. It can be changed as soon as this returns.</param>
    /// <inheritdoc cref="Open(string)" path="/returns"/>
    /// <inheritdoc cref="Open(string)" path="/exception"/>
    public static FrozenPooledStringDictionary<TValue> OpenCopy(string path) =>
        new(SnapshotImage.OpenCopy(path, EntrySnapshot<TValue>.CheckFrozen, PageSource.System));

    /// <summary>Copies a snapshot out of a stream into memory.</summary>
    /// <param name="stream">The stream, at the start of the snapshot. It need not be able to seek, and is not closed.</param>
    /// <inheritdoc cref="Open(string)" path="/returns"/>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="IOException">The stream throws it, or says that it has read what it cannot have.</exception>
    /// <inheritdoc cref="Open(string)" path="/exception"/>
    public static FrozenPooledStringDictionary<TValue> OpenCopy(Stream stream)
    {
        ArgumentNullException.ThrowIfNull(stream);
        return new(SnapshotImage.OpenCopy(stream, EntrySnapshot<TValue>.CheckFrozen, PageSource.System));
    }

    /// <summary>Number of entries, as the header says; 0 once the dictionary is disposed.</summary>
    public int Count => _image.IsRetired ? 0 : _image.Count;

    /// <summary>Whether the dictionary is disposed.</summary>
    public bool IsDisposed => _image.IsRetired;

    /// <summary>Whether the memory is that of the file, shared with other processes, and not a copy.</summary>
    public bool IsMapped => _image.IsMapped;

    /// <summary>Bytes of the file, which are mapped or were copied; 0 once the dictionary is disposed.</summary>
    public long FileBytes => _image.IsRetired ? 0 : (long)_image.Header.FileBytes;

    /// <summary>The value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <exception cref="KeyNotFoundException">The key is not there.</exception>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public TValue this[TextKey key] =>
        TryGetValue(key, out TValue value) ? value : Throw.KeyNotFound<TValue>(key, isSecret: false);

    /// <summary>Finds the value of a key.</summary>
    /// <param name="key">The key.</param>
    /// <param name="value">The value, or the default one.</param>
    /// <returns>False if the key is not there.</returns>
    /// <remarks>O(length), allocates nothing.</remarks>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool TryGetValue(TextKey key, out TValue value)
    {
        if (key.IsUtf8)
        {
            return Finish(Find(key.Utf8), out value);
        }

        KeyCell* cell = _image.Find(key.Chars, EntryLayout<TValue>.TextOffset);
        return Finish(cell != null || !_image.StoresUtf8 ? cell : FindEncoded(key.Chars), out value);
    }

    /// <summary>Whether a key is there.</summary>
    /// <param name="key">The key.</param>
    /// <returns>False if it is not.</returns>
    /// <exception cref="ObjectDisposedException">The dictionary is disposed.</exception>
    public bool ContainsKey(TextKey key) => TryGetValue(key, out _);

    /// <summary>Checks all of the snapshot: every checksum, and that every key is found. O(file).</summary>
    /// <exception cref="InvalidDataException">Something is wrong; the message says what.</exception>
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
            // What was a copy is zeros once it is disposed.
            ThrowIfDisposed();
            throw;
        }
    }

    /// <summary>
    /// Disposes the dictionary. The memory of a copy is given back at once. A mapped file is unmapped when nothing has used the
    /// dictionary for a while: what was read from it just before stays valid.
    /// </summary>
    public void Dispose() => _image.Retire();

    internal static FrozenPooledStringDictionary<TValue> Open(string path, PageSource pages) =>
        new(SnapshotImage.Open(path, EntrySnapshot<TValue>.CheckFrozen, pages));

    internal string DebuggerText => IsDisposed ? DebuggerState.Disposed : $"Count = {Count}";

    Array IDebugItems.DebugItems => ((IEnumerable<KeyValuePair<string, TValue>>)this).ToArray();

    // The value is read before the image is asked whether it still counts.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool Finish(KeyCell* cell, out TValue value)
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
