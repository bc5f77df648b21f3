namespace Cenote.Samples.Jabber.Measuring;

/// <summary>The cost of replacing addresses of a store one by one.</summary>
/// <param name="NanosecondsEach">Median time to remove one address and add another, in nanoseconds, over batches.</param>
/// <param name="BytesBefore">Physical memory of the process before the measurement, in bytes. By then, about as many addresses as
/// the store holds were replaced.</param>
/// <param name="BytesAfter">Physical memory of the process after the measurement, in bytes.</param>
/// <param name="Collections">Garbage collections during the measurement.</param>
/// <param name="AllocatedBytes">Bytes allocated on the managed heap during the measurement.</param>
internal sealed record ReplacementResult(
    double NanosecondsEach, long BytesBefore, long BytesAfter, int Collections, long AllocatedBytes);
