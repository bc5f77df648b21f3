using CommunityToolkit.HighPerformance.Buffers;

namespace Cenote.Benchmarks.Interning.Interners;

/// <summary>The pool of the .NET Community Toolkit, with twice the places that the texts need.</summary>
internal readonly struct ToolkitInterner(StringPool pool) : IInterner<ToolkitInterner>
{
    public static ToolkitInterner Create(int distinct) => new(new StringPool(2 * distinct));

    public string Intern(ReadOnlySpan<char> text) => pool.GetOrAdd(text);
}
