using System.Runtime.CompilerServices;

namespace Cenote.Benchmarks.Buffers.Builders;

/// <summary>The usual builder, on 256 chars of the caller's stack at first.</summary>
internal struct PlainText : IBuilder
{
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Build(int length, string word)
    {
        var text = new PlainBuilder(stackalloc char[256]);
        for (int rest = length; rest > word.Length; rest -= word.Length + 1)
        {
            text.Append(word);
            text.Append(' ');
        }

        int result = text.Text[^1] + text.Text.Length;
        text.Dispose();
        return result;
    }
}
