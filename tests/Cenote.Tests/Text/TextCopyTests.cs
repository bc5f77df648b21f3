using System.Runtime.InteropServices;
using System.Text;
using Cenote.Memory.Pages;
using Cenote.Tests.Support;
using Cenote.Text;

namespace Cenote.Tests.Text;

public sealed unsafe class TextCopyTests
{
    private const byte Guard = 0xA5;
    private const int GuardBytes = 80;

    [Fact]
    public void Every_length_is_copied_whole_and_nothing_beside_it_is_touched()
    {
        var random = new Random(20);
        for (int bytes = 1; bytes <= 600; bytes++)
        {
            for (int misalignment = 0; misalignment < 8; misalignment++)
            {
                byte[] source = new byte[bytes];
                random.NextBytes(source);
                byte[] destination = new byte[misalignment + bytes + (2 * GuardBytes)];
                Array.Fill(destination, Guard);
                int start = GuardBytes + misalignment;

                fixed (byte* to = &destination[start])
                {
                    TextCopy.Copy(to, ref MemoryMarshal.GetArrayDataReference(source), (uint)bytes);
                }

                Assert.Equal(source, destination.AsSpan(start, bytes));
                Assert.Equal(-1, destination.AsSpan(0, start).IndexOfAnyExcept(Guard));
                Assert.Equal(-1, destination.AsSpan(start + bytes).IndexOfAnyExcept(Guard));
            }
        }
    }

    [Fact]
    public void Ascii_is_narrowed_whole_and_nothing_beside_it_is_touched()
    {
        var random = new Random(21);
        for (int chars = 1; chars <= 200; chars++)
        {
            char[] source = random.GetItems([.. Enumerable.Range(0, 128).Select(static ascii => (char)ascii)], chars);
            byte[] destination = new byte[chars + (2 * GuardBytes)];
            Array.Fill(destination, Guard);

            fixed (byte* to = &destination[GuardBytes])
            {
                TextCopy.Narrow(to, ref MemoryMarshal.GetArrayDataReference(source), (uint)chars);
            }

            Assert.Equal(Encoding.ASCII.GetBytes(source), destination.AsSpan(GuardBytes, chars));
            Assert.Equal(-1, destination.AsSpan(0, GuardBytes).IndexOfAnyExcept(Guard));
            Assert.Equal(-1, destination.AsSpan(GuardBytes + chars).IndexOfAnyExcept(Guard));
        }
    }

    // Another thread may change chars after the check for ASCII.
    [Fact]
    public void What_is_narrowed_is_ascii_in_any_case()
    {
        var random = new Random(22);
        for (int chars = 1; chars <= 200; chars++)
        {
            char[] source = [.. Enumerable.Range(0, chars).Select(_ => (char)random.Next(1 << 16))];
            byte[] destination = new byte[chars];
            fixed (byte* to = destination)
            {
                TextCopy.Narrow(to, ref MemoryMarshal.GetArrayDataReference(source), (uint)chars);
            }

            Assert.True(Ascii.IsValid(destination), $"{chars} chars");
        }
    }

    [Fact]
    public void Nothing_beyond_the_source_is_read()
    {
        using var space = new AddressSpace(new FailingPageSource(), AddressSpace.GranuleBytes * 4, long.MaxValue);
        Assert.True(space.TryLend(1, indexed: false, out PageRun run));

        // The addresses after the last committed granule are inaccessible: reading one would crash the process.
        byte* end = space.Base + ((nuint)space.Limit << AddressSpace.UnitShift);
        byte[] destination = new byte[1024];
        fixed (byte* to = destination)
        {
            for (uint bytes = 1; bytes <= 600; bytes++)
            {
                byte value = (byte)(bytes % 251);
                new Span<byte>(end - bytes, (int)bytes).Fill(value);

                TextCopy.Copy(to, ref *(end - bytes), bytes);

                Assert.Equal(-1, destination.AsSpan(0, (int)bytes).IndexOfAnyExcept(value));
                new Span<char>(end - (2 * bytes), (int)bytes).Fill((char)(bytes % 128));

                TextCopy.Narrow(to, ref *(char*)(end - (2 * bytes)), bytes);

                Assert.Equal(-1, destination.AsSpan(0, (int)bytes).IndexOfAnyExcept((byte)(bytes % 128)));
            }
        }
    }

    [Fact]
    public void Overlapping_halves_are_both_read_before_either_is_written()
    {
        for (int bytes = 1; bytes <= 64; bytes++)
        {
            byte[] memory = [.. Enumerable.Range(0, 200).Select(static number => (byte)number)];
            byte[] expected = memory[..bytes];

            fixed (byte* start = memory)
            {
                TextCopy.Copy(start + 1, ref *start, (uint)bytes);
            }

            Assert.Equal(expected, memory[1..(bytes + 1)]);
        }
    }
}
