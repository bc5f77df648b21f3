namespace Cenote.Tests.Support;

/// <summary>The same value twice, so that a torn one is seen; of itself, any size.</summary>
internal readonly record struct Twice<T>(T First, T Second);

internal static class Twice
{
    public static Twice<T> Of<T>(T value) => new(value, value);
}
