using System.Text;
using Cenote.Text;
using Cenote.Threading;

namespace Cenote.Interning;

/// <summary>
/// Wraps the interner that a reader uses. The interner must return exactly the string that was read. A string that exceeds a
/// limit of the interner is returned without being interned.
/// </summary>
internal readonly struct ExactInterner
{
    private readonly IStringInterner _interner;

    // The library's interners are exact if they compare ordinally. The result of a custom interner is checked.
    private readonly bool _isForeign;

    /// <exception cref="ArgumentNullException">The interner is null.</exception>
    /// <exception cref="ArgumentException">The interner ignores case.</exception>
    public ExactInterner(IStringInterner interner, [CallerArgumentExpression(nameof(interner))] string? parameter = null)
    {
        ArgumentNullException.ThrowIfNull(interner, parameter);
        if (interner.Comparison != StringComparison.Ordinal)
        {
            Throw.ChangesText(parameter, interner.Comparison);
        }

        _interner = interner;
        _isForeign = interner is not (StringInterner or BoundedStringInterner or WeakStringInterner);
    }

    /// <param name="text">A string that the reader created.</param>
    public string Intern(string text) => _interner.TryIntern(text, out string? interned) ? Exact(interned, text) : text;

    /// <param name="text">Any UTF-16 data, in memory that no other thread writes to.</param>
    public string Intern(scoped ReadOnlySpan<char> text) =>
        _interner.TryIntern(text, out string? interned) ? Exact(interned, text) : text.ToString();

    /// <param name="utf8">Valid UTF-8.</param>
    public string Intern(ReadOnlySpan<byte> utf8) =>
        _isForeign ? InternForeign(utf8)
        : _interner.TryIntern(utf8, out string? interned) ? interned : Encoding.UTF8.GetString(utf8);

    private string Exact(string interned, scoped ReadOnlySpan<char> text)
    {
        Invariant.Holds(
            _isForeign || text.SequenceEqual(interned),
            "An ordinal interner of this library returns a string equal to the one it was given.");
        return !_isForeign || (interned is not null && text.SequenceEqual(interned))
            ? interned
            : Throw.ChangedText(_interner.GetType());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [SkipLocalsInit]
    private string InternForeign(ReadOnlySpan<byte> utf8)
    {
        using var text = new Utf8Key(utf8, stackalloc char[Utf8Key.StackChars]);
        return Intern(text.Chars);
    }
}
