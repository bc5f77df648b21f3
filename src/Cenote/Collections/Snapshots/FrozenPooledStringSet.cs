using System.Collections;
using Cenote.Keys;

namespace Cenote.Collections;

/// <summary>
/// A read-only set of strings in a file written by <see cref="PooledStringSet.Save(string)"/>. Except on Windows, it opens in
/// O(1), and all processes that open it share its memory.
/// </summary>
/// <remarks>
/// A <see cref="FrozenPooledStringDictionary{TValue}"/> without values; see its remarks for threads, damaged files and files that
/// are changed in place.
/// </remarks>
/// <example>
/// Save once, open often:
/// <code>
/// string path = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.cenote");
/// using (var caves = new PooledStringSet(["Dos Ojos", "Sac Actun"]))
/// {
///     caves.Save(path);
/// }
///
/// using (var caves = FrozenPooledStringSet.Open(path))
/// {
///     Console.WriteLine($"{caves.Contains("Dos Ojos")} {caves.Contains("Nohoch")}");   // prints True False
/// }
///
/// File.Delete(path);
/// </code>
/// </example>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ItemsDebugView))]
public sealed class FrozenPooledStringSet : IReadOnlyCollection<string>, IDisposable, IDebugItems
{
    private readonly FrozenPooledStringDictionary<NoValue> _keys;

    internal FrozenPooledStringSet(FrozenPooledStringDictionary<NoValue> keys) => _keys = keys;

    /// <summary>Maps a file, so that all processes that open it share its memory. On Windows, the file is copied.</summary>
    /// <param name="path">The file. It must not be changed in place while it is open; replacing it is safe.</param>
    /// <returns>The set.</returns>
    /// <remarks>O(1), or O(file size) if the file is copied.</remarks>
    /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Open(string)" path="/exception"/>
    public static FrozenPooledStringSet Open(string path) => new(FrozenPooledStringDictionary<NoValue>.Open(path));

    /// <summary>Opens a file and copies it into memory, for files that other programs may change in place.</summary>
    /// <param name="path">The file. It may be changed once this method returns.</param>
    /// <returns>The set.</returns>
    /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Open(string)" path="/exception"/>
    public static FrozenPooledStringSet OpenCopy(string path) => new(FrozenPooledStringDictionary<NoValue>.OpenCopy(path));

    /// <summary>Copies a snapshot from a stream into memory.</summary>
    /// <param name="stream">The stream, positioned at the snapshot. It need not be seekable, and is not closed.</param>
    /// <returns>The set.</returns>
    /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.OpenCopy(Stream)" path="/exception"/>
    public static FrozenPooledStringSet OpenCopy(Stream stream) => new(FrozenPooledStringDictionary<NoValue>.OpenCopy(stream));

    /// <summary>Number of strings, from the header; 0 once the set is disposed.</summary>
    public int Count => _keys.Count;

    /// <summary>Whether the set is disposed.</summary>
    public bool IsDisposed => _keys.IsDisposed;

    /// <summary>Whether the memory is the mapped file, shared with other processes, rather than a copy.</summary>
    public bool IsMapped => _keys.IsMapped;

    /// <summary>Bytes of the mapped or copied file; 0 once the set is disposed.</summary>
    public long FileBytes => _keys.FileBytes;

    private string DebuggerText => _keys.DebuggerText;

    Array IDebugItems.DebugItems => ((IEnumerable<string>)this).ToArray();

    /// <summary>Whether a string exists.</summary>
    /// <param name="item">The string.</param>
    /// <returns>False if the string does not exist.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public bool Contains(TextKey item) => _keys.ContainsKey(item);

    /// <summary>Enumerates all strings as spans: <c>foreach (ReadOnlySpan&lt;char> item in set)</c>.</summary>
    /// <returns>An enumerator, which allocates a small object, and a buffer for strings that are stored as bytes.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public Enumerator GetEnumerator() => new(_keys.GetEnumerator());

    /// <summary>Checks the whole snapshot: every checksum, and that every string is found. O(file size).</summary>
    /// <exception cref="InvalidDataException">The snapshot is damaged; the message gives the cause.</exception>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public void Verify() => _keys.Verify();

    /// <summary>
    /// Disposes the set. A copy's memory is released at once. A mapped file stays mapped until the set is garbage collected,
    /// and normally for at least 10 seconds after that, so spans that were just read stay valid.
    /// </summary>
    public void Dispose() => _keys.Dispose();

    /// <summary>Enumerates all strings, each as a new managed string, for LINQ and other APIs that take a sequence.</summary>
    /// <returns>An enumerator that throws if the set is disposed.</returns>
    IEnumerator<string> IEnumerable<string>.GetEnumerator() =>
        ((IEnumerable<KeyValuePair<string, NoValue>>)_keys).Select(static pair => pair.Key).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<string>)this).GetEnumerator();

    /// <summary>Enumerates the strings of a set.</summary>
    public ref struct Enumerator
    {
        private FrozenPooledStringDictionary<NoValue>.Enumerator _entries;

        internal Enumerator(FrozenPooledStringDictionary<NoValue>.Enumerator entries) => _entries = entries;

        /// <summary>The current string. Valid until the enumerator advances.</summary>
        /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Enumerator.Current" path="/exception"/>
        public readonly ReadOnlySpan<char> Current => _entries.Current.Key;

        /// <summary>Advances to the next string.</summary>
        /// <returns>False after the last string.</returns>
        /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Enumerator.MoveNext" path="/exception"/>
        public bool MoveNext() => _entries.MoveNext();
    }
}
