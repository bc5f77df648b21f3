using Microsoft.Diagnostics.Runtime;

namespace Cenote.Heap;

/// <summary>The memory of a process or a dump.</summary>
internal sealed class TargetMemory(IDataReader reader) : IHeapMemory
{
    /// <inheritdoc/>
    public int Read(ulong address, Span<byte> destination)
    {
        int total = 0;
        while (total < destination.Length)
        {
            int read = reader.Read(address + (ulong)total, destination[total..]);
            if (read <= 0)
            {
                break;
            }

            total += read;
        }

        return total;
    }
}
