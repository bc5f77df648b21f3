namespace Cenote.Samples.Jabber.Measuring;

/// <summary>What it costs to replace addresses of a store one by one.</summary>
/// <param name="NanosecondsEach">Median time to remove one and add another, in nanoseconds, over batches.</param>
/// <param name="BytesBefore">Physical memory of the process before, in bytes; every address had been replaced once.</param>
/// <param name="BytesAfter">The same after it.</param>
/// <param name="Collections">Garbage collections in between.</param>
/// <param name="AllocatedBytes">Bytes allocated on the managed heap in between.</param>
internal sealed record ReplacementResult(
    double NanosecondsEach, long BytesBefore, long BytesAfter, int Collections, long AllocatedBytes);
