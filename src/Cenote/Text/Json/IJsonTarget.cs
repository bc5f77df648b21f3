namespace Cenote.Text.Json;

/// <summary>Where the text of a JSON string goes.</summary>
/// <typeparam name="T">What stands for the text there.</typeparam>
internal interface IJsonTarget<out T>
{
    /// <param name="utf8">Valid UTF-8.</param>
    T FromUtf8(ReadOnlySpan<byte> utf8);

    /// <param name="text">Valid UTF-16, in memory that is gone when the call returns.</param>
    T FromChars(scoped ReadOnlySpan<char> text);
}
