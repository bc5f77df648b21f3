namespace Cenote.Text.Json;

/// <summary>Receives the text of a JSON string.</summary>
/// <typeparam name="T">The result, such as a handle.</typeparam>
internal interface IJsonTarget<out T>
{
    /// <param name="utf8">Valid UTF-8.</param>
    T FromUtf8(ReadOnlySpan<byte> utf8);

    /// <param name="text">Valid UTF-16, in memory that is valid only during the call.</param>
    T FromChars(scoped ReadOnlySpan<char> text);
}
