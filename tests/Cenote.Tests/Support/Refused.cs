namespace Cenote.Tests.Support;

/// <summary>Options that are rejected.</summary>
internal static class Refused
{
    /// <summary>
    /// Checks that the exception is for the parameter <c>options</c> and names the option, its value and the valid range.
    /// </summary>
    public static void Option(string option, Func<object> make)
    {
        ArgumentOutOfRangeException refusal = Assert.Throws<ArgumentOutOfRangeException>("options", make);
        Assert.StartsWith($"{option} is {refusal.ActualValue}, but must be ", refusal.Message, StringComparison.Ordinal);
    }
}
