using System.Diagnostics.CodeAnalysis;
using System.Text;
using Cenote.Interning;

namespace Cenote.Tests.Support;

/// <summary>Interners that may return a string that differs from the given one.</summary>
internal static class ChangingInterners
{
    public static IStringInterner[] IgnoringCase() =>
    [
        new StringInterner(new StringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase }),
        new BoundedStringInterner(new BoundedStringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase }),
        new WeakStringInterner(new WeakStringInternerOptions { Comparison = StringComparison.OrdinalIgnoreCase }),
    ];

    /// <summary>A custom interner that claims to be ordinal.</summary>
    public sealed class Shouting : IStringInterner
    {
        public string Intern(ReadOnlySpan<char> text) => text.ToString().ToUpperInvariant();

        public string Intern(string text) => text.ToUpperInvariant();

        public string Intern(ReadOnlySpan<byte> utf8) => Encoding.UTF8.GetString(utf8).ToUpperInvariant();

        public bool TryIntern(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? interned)
        {
            interned = Intern(text);
            return true;
        }

        public bool TryIntern(string text, [NotNullWhen(true)] out string? interned)
        {
            interned = Intern(text);
            return true;
        }

        public bool TryIntern(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out string? interned)
        {
            interned = Intern(utf8);
            return true;
        }
    }
}
