namespace Cenote.Tests.Support;

/// <summary>The same value twice, of any size, so that tearing is detected.</summary>
internal readonly record struct Twice<T>(T First, T Second);

internal static class Twice
{
    public static Twice<T> Of<T>(T value) => new(value, value);
}
