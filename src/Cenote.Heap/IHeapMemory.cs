namespace Cenote.Heap;

/// <summary>The bytes of a heap, by their addresses.</summary>
internal interface IHeapMemory
{
    /// <summary>Reads bytes.</summary>
    /// <returns>How many there are; fewer than asked for where memory ends or was not kept.</returns>
    int Read(ulong address, Span<byte> destination);
}
