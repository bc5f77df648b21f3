namespace Cenote.Heap;

/// <summary>Reads the bytes of a heap by address.</summary>
internal interface IHeapMemory
{
    /// <summary>Reads bytes.</summary>
    /// <returns>The number of bytes read; fewer than requested if the memory ends or cannot be read.</returns>
    int Read(ulong address, Span<byte> destination);
}
