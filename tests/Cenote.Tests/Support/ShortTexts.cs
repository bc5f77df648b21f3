using Cenote.Strings;

namespace Cenote.Tests.Support;

/// <summary>The treatment of short strings by options.</summary>
internal static class ShortTexts
{
    /// <summary>Whether strings of this length are rejected or kept managed.</summary>
    public static bool AreGuarded(StringPoolOptions options, int length) =>
        options.ShortStrings != ShortStrings.Allow && length > 0 && length < options.MinimumLength;

    public static bool AreRefused(StringPoolOptions options, int length) =>
        options.ShortStrings == ShortStrings.Throw && AreGuarded(options, length);
}
