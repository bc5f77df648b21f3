namespace Cenote.Tests.Support;

/// <summary>Options that are refused.</summary>
internal static class Refused
{
    /// <summary>
    /// The refusal is one of the parameter <c>options</c>, and names the option, its value and what it must be.
    /// </summary>
    public static void Option(string option, Func<object> make)
    {
        ArgumentOutOfRangeException refusal = Assert.Throws<ArgumentOutOfRangeException>("options", make);
        Assert.StartsWith($"{option} is {refusal.ActualValue}, and must be ", refusal.Message, StringComparison.Ordinal);
    }
}
