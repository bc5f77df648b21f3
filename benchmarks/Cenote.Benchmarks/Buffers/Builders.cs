using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Buffers;
using Cysharp.Text;

namespace Cenote.Benchmarks.Buffers;

/// <summary>A way to build a string in a method.</summary>
internal interface IBuilder
{
    /// <summary>Builds a string of about this many chars from words and spaces; returns a value that depends on it.</summary>
    static abstract int Build(int length, string word);
}

/// <summary>A <see cref="PlainBuilder"/> that starts with 256 chars of the caller's stack.</summary>
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

/// <summary>A <see cref="ScratchList{T}"/> that starts with 256 chars of the caller's stack.</summary>
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

/// <summary>A <see cref="ScratchList{T}"/> that starts with 256 chars of the scratch stack.</summary>
internal struct ScratchListText : IBuilder
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Build(int length, string word)
    {
        using var text = new ScratchList<char>(256);
        for (int rest = length; rest > word.Length; rest -= word.Length + 1)
        {
            text.Append(word);
            text.Append(' ');
        }

        int result = text[^1] + text.Count;
        return result;
    }
}

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

/// <summary>ZString's builder in its faster form, which starts with a thread-static array and must not be nested.</summary>
internal struct ZStringText : IBuilder
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Build(int length, string word)
    {
        using Utf16ValueStringBuilder text = ZString.CreateStringBuilder(notNested: true);
        for (int rest = length; rest > word.Length; rest -= word.Length + 1)
        {
            text.Append(word);
            text.Append(' ');
        }

        int result = text.AsSpan()[^1] + text.Length;
        return result;
    }
}

/// <summary>The handler of interpolated strings, which starts with 256 chars of the caller's stack.</summary>
internal struct HandlerText : IBuilder
{
    [SkipLocalsInit]
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Build(int length, string word)
    {
        var text = new DefaultInterpolatedStringHandler(0, 0, null, stackalloc char[256]);
        for (int rest = length; rest > word.Length; rest -= word.Length + 1)
        {
            text.AppendLiteral(word);
            text.AppendLiteral(" ");
        }

        int result = text.Text[^1] + text.Text.Length;
        text.Clear();
        return result;
    }
}
