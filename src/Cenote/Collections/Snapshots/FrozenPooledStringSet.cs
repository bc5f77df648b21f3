using System.Collections;
using System.Diagnostics;
using Cenote.Keys;

namespace Cenote.Collections;

/// <summary>
/// A set of strings that lies in a file which <see cref="PooledStringSet.Save(string)"/> has written: it is there as soon as it is
/// opened, however large it is, and all processes that open it share its memory.
/// </summary>
/// <remarks>
/// A <see cref="FrozenPooledStringDictionary{TValue}"/> without values: what its remarks say of threads, of damaged files and of
/// files that are changed in place applies here, too.
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

    /// <summary>Opens a file and maps it into memory, where all processes that do so share it. On Windows it is copied.</summary>
    /// <param name="path">The file. It must not be changed in place while it is open; replacing it is safe.</param>
    /// <returns>The set.</returns>
    /// <remarks>O(1), however many strings there are.</remarks>
    /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Open(string)" path="/exception"/>
    public static FrozenPooledStringSet Open(string path) => new(FrozenPooledStringDictionary<NoValue>.Open(path));

    /// <summary>Opens a file and copies it into memory: for files that others may change in place.</summary>
    /// <param name="path">The file. It can be changed as soon as this returns.</param>
    /// <returns>The set.</returns>
    /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Open(string)" path="/exception"/>
    public static FrozenPooledStringSet OpenCopy(string path) => new(FrozenPooledStringDictionary<NoValue>.OpenCopy(path));

    /// <summary>Copies a snapshot out of a stream into memory.</summary>
    /// <param name="stream">The stream, at the start of the snapshot. It need not be able to seek, and is not closed.</param>
    /// <returns>The set.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is null.</exception>
    /// <exception cref="IOException">The stream throws it, or says that it has read what it cannot have.</exception>
    /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Open(string)" path="/exception"/>
    public static FrozenPooledStringSet OpenCopy(Stream stream) => new(FrozenPooledStringDictionary<NoValue>.OpenCopy(stream));

    /// <summary>Number of strings, as the header says; 0 once the set is disposed.</summary>
    public int Count => _keys.Count;

    /// <summary>Whether the set is disposed.</summary>
    public bool IsDisposed => _keys.IsDisposed;

    /// <summary>Whether the memory is that of the file, shared with other processes, and not a copy.</summary>
    public bool IsMapped => _keys.IsMapped;

    /// <summary>Bytes of the file, which are mapped or were copied; 0 once the set is disposed.</summary>
    public long FileBytes => _keys.FileBytes;

    private string DebuggerText => _keys.DebuggerText;

    Array IDebugItems.DebugItems => ((IEnumerable<string>)this).ToArray();

    /// <summary>Whether a string is there.</summary>
    /// <param name="item">The string.</param>
    /// <returns>False if it is not.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public bool Contains(TextKey item) => _keys.ContainsKey(item);

    /// <summary>All strings as spans: <c>foreach (ReadOnlySpan&lt;char> item in set)</c>.</summary>
    /// <returns>The enumerator, with a buffer for strings that are stored with one byte for each char.</returns>
    /// <exception cref="ObjectDisposedException">The set is disposed.</exception>
    public Enumerator GetEnumerator() => new(_keys.GetEnumerator());

    /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Verify"/>
    public void Verify() => _keys.Verify();

    /// <summary>
    /// Disposes the set. The memory of a copy is given back at once. A mapped file is unmapped when nothing has used the set for a
    /// while: what was read from it just before stays valid.
    /// </summary>
    public void Dispose() => _keys.Dispose();

    /// <summary>All strings as managed strings, a new one for each: for LINQ, and for whatever takes a sequence.</summary>
    /// <returns>An enumerator that throws if the set is disposed.</returns>
    IEnumerator<string> IEnumerable<string>.GetEnumerator() =>
        ((IEnumerable<KeyValuePair<string, NoValue>>)_keys).Select(static pair => pair.Key).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<string>)this).GetEnumerator();

    /// <summary>Goes over the strings of a set.</summary>
    public ref struct Enumerator
    {
        private FrozenPooledStringDictionary<NoValue>.Enumerator _entries;

        internal Enumerator(FrozenPooledStringDictionary<NoValue>.Enumerator entries) => _entries = entries;

        /// <summary>The current string, valid until the enumerator moves on.</summary>
        /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Enumerator.Current" path="/exception"/>
        public readonly ReadOnlySpan<char> Current => _entries.Current.Key;

        /// <summary>Moves on to the next string.</summary>
        /// <returns>False after the last one.</returns>
        /// <inheritdoc cref="FrozenPooledStringDictionary{TValue}.Enumerator.MoveNext" path="/exception"/>
        public bool MoveNext() => _entries.MoveNext();
    }
}
