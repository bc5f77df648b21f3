using System.Text;

namespace Cenote.Strings;

/// <content>Conversion to UTF-16, and formatting.</content>
public readonly partial struct PooledUtf8String
{
    /// <summary>Allocates a managed copy of the string, in UTF-16.</summary>
    /// <returns>The string.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="OutOfMemoryException">The result is too long for a managed string.</exception>
    public override string ToString() => WithPoolAlive(Encoding.UTF8.GetString(AsSpan()));

    // Must not throw in a debugger.
    private string DebuggerText => TryGetSpan(out _) ? ToString() : PooledText.Stale;

    string IFormattable.ToString(string? format, IFormatProvider? formatProvider) => ToString();

    /// <summary>Writes the string as UTF-16.</summary>
    /// <param name="destination">The destination.</param>
    /// <param name="charsWritten">The number of written chars; 0 if the destination is too short.</param>
    /// <param name="format">Ignored.</param>
    /// <param name="provider">Ignored.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryFormat(
        Span<char> destination, out int charsWritten, ReadOnlySpan<char> format = default, IFormatProvider? provider = null) =>
        WithPoolAlive(PooledText.TryFormat(AsSpan(), destination, out charsWritten));

    /// <summary>Copies the UTF-8 bytes.</summary>
    /// <param name="utf8Destination">The destination.</param>
    /// <param name="bytesWritten">The number of copied bytes; 0 if the destination is too short.</param>
    /// <param name="format">Ignored.</param>
    /// <param name="provider">Ignored.</param>
    /// <returns>Whether the destination was long enough.</returns>
    /// <exception cref="InvalidOperationException">The handle is stale.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    public bool TryFormat(
        Span<byte> utf8Destination, out int bytesWritten, ReadOnlySpan<char> format = default,
        IFormatProvider? provider = null) =>
        WithPoolAlive(PooledText.TryFormat(AsSpan(), utf8Destination, out bytesWritten));
}
