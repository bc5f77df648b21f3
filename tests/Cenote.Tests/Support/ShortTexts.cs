using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>How the options of a pool treat short strings.</summary>
internal static class ShortTexts
{
    /// <summary>Whether strings of this length are rejected or kept managed.</summary>
    public static bool AreGuarded(StringPoolOptions options, int length) =>
        options.ShortStrings != ShortStrings.Allow && length > 0 && length < options.MinimumLength;

    public static bool AreRefused(StringPoolOptions options, int length) =>
        options.ShortStrings == ShortStrings.Throw && AreGuarded(options, length);
}
