using System.Runtime.CompilerServices;
using Cenote.Buffers;
using CommunityToolkit.HighPerformance.Buffers;
using Microsoft.IO;

namespace Cenote.Benchmarks.Buffers;

/// <summary>A way to collect an unknown number of bytes, and read them once.</summary>
internal interface IOutput
{
    /// <summary>
    /// Writes a part repeatedly until <paramref name="read"/> can be filled, and fills it; returns the number of bytes written.
    /// </summary>
    static abstract int WriteAndRead(byte[] part, Span<byte> read);
}

/// <summary>A new <see cref="MemoryStream"/>.</summary>
internal struct MemoryStreamOutput : IOutput
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteAndRead(byte[] part, Span<byte> read)
    {
        using var output = new MemoryStream();
        while (output.Length < read.Length)
        {
            output.Write(part);
        }

        output.Position = 0;
        output.ReadExactly(read);
        int result = (int)output.Length;
        return result;
    }
}

/// <summary>A stream on the pooled blocks of Microsoft.IO.RecyclableMemoryStream, with default options.</summary>
internal struct RecyclableOutput : IOutput
{
    private static readonly RecyclableMemoryStreamManager s_manager = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteAndRead(byte[] part, Span<byte> read)
    {
        using RecyclableMemoryStream output = s_manager.GetStream();
        while (output.Length < read.Length)
        {
            output.Write(part);
        }

        output.Position = 0;
        output.ReadExactly(read);
        int result = (int)output.Length;
        return result;
    }
}

/// <summary>CommunityToolkit's writer on arrays of the shared pool.</summary>
internal struct PoolWriterOutput : IOutput
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteAndRead(byte[] part, Span<byte> read)
    {
        using var output = new ArrayPoolBufferWriter<byte>();
        while (output.WrittenCount < read.Length)
        {
            part.CopyTo(output.GetSpan(part.Length));
            output.Advance(part.Length);
        }

        output.WrittenSpan[..read.Length].CopyTo(read);
        int result = output.WrittenCount;
        return result;
    }
}

/// <summary>A list of bytes on the scratch stack.</summary>
internal struct ScratchListOutput : IOutput
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int WriteAndRead(byte[] part, Span<byte> read)
    {
        using var output = new ScratchList<byte>(256);
        while (output.Count < read.Length)
        {
            output.Append(part);
        }

        output.Slice(0, read.Length).CopyTo(read);
        int result = output.Count;
        return result;
    }
}
