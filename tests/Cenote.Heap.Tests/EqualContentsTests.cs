using System.Buffers.Binary;

namespace Cenote.Heap.Tests;

public class EqualContentsTests
{
    [Fact]
    public void The_memory_for_the_strings_of_a_large_array_is_released_after_it()
    {
        const int Strings = 1_000_000;
        using var index = new ObjectIndex(new HeapLayout([new HeapRange(0x1000, 0x1020, HeapAge.Old)], []));
        index.Add(0, 0x1000, 0);
        index.Complete();
        using var contents = new EqualContents(index, maxContents: 10);
        var type = new HeapType { Name = "array", ComponentSize = 8 };
        var holder = new HeapHolder { Number = 0, Type = type, Places = [] };
        Span<byte> head = stackalloc byte[16];
        BinaryPrimitives.WriteInt32LittleEndian(head[8..], Strings);

        contents.Begin(type, head, CollectionFields.None);
        for (int i = 0; i < Strings; i++)
        {
            contents.BeginElement(head[..8]);
            contents.Add(0, 0);
            contents.EndElement();
        }

        Assert.True(contents.PendingBytes >= Strings * sizeof(uint));
        contents.End(holder, 24 + (8 * Strings), isWhole: true);
        Assert.InRange(contents.PendingBytes, 0, 256 << 10);
    }
}
