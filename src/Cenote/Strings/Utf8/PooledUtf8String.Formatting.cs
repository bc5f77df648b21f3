using System.Text;

namespace Cenote.Strings;

/// <content>The text as UTF-16 and in formatted text.</content>
public readonly partial struct PooledUtf8String
{
    /// <summary>A managed string of the text, in UTF-16.</summary>
    /// <returns>The text.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The text is longer than a managed string can be.</exception>
    public override string ToString() => Kept(Encoding.UTF8.GetString(AsSpan()));

    // A debugger may ask at any time.
    private string DebuggerText => TryGetSpan(out _) ? ToString() : PooledText.Stale;

    string IFormattable.ToString(string? format, IFormatProvider? formatProvider) => ToString();

    /// <summary>Writes the text as UTF-16.</summary>
    /// <param name="destination">Where to.</param>
    /// <param name="charsWritten">Chars written; 0 if the destination is too short.</param>
    /// <param name="format">Has no effect.</param>
    /// <param name="provider">Has no effect.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryFormat(
        Span<char> destination, out int charsWritten, ReadOnlySpan<char> format = default, IFormatProvider? provider = null) =>
        Kept(PooledText.TryFormat(AsSpan(), destination, out charsWritten));

    /// <summary>Copies the text.</summary>
    /// <param name="utf8Destination">Where to.</param>
    /// <param name="bytesWritten">Bytes copied; 0 if the destination is too short.</param>
    /// <param name="format">Has no effect.</param>
    /// <param name="provider">Has no effect.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryFormat(
        Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format = default,
        IFormatProvider? provider = null) =>
        Kept(PooledText.TryFormat(AsSpan(), utf8Destination, out bytesWritten));
}
