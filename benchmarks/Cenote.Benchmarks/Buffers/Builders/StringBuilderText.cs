using System.Runtime.CompilerServices;
using System.Text;

namespace Cenote.Benchmarks.Buffers.Builders;

/// <summary>A new StringBuilder.</summary>
internal struct StringBuilderText : IBuilder
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Build(int length, string word)
    {
        var text = new StringBuilder();
        for (int rest = length; rest > word.Length; rest -= word.Length + 1)
        {
            text.Append(word);
            text.Append(' ');
        }

        int result = text[^1] + text.Length;
        return result;
    }
}
