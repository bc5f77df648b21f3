using System.Runtime.CompilerServices;
using Cenote.Buffers;

namespace Cenote.Benchmarks.Buffers.Builders;

/// <summary>The list on 256 chars of the caller's stack at first.</summary>
internal struct StackListText : IBuilder
{
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Build(int length, string word)
    {
        using var text = new ScratchList<char>(stackalloc char[256]);
        for (int rest = length; rest > word.Length; rest -= word.Length + 1)
        {
            text.Append(word);
            text.Append(' ');
        }

        int result = text[^1] + text.Count;
        return result;
    }
}
