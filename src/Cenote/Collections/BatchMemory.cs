namespace Cenote.Collections;

/// <summary>Checks that the results of a batch do not overlap its keys.</summary>
internal static class BatchMemory
{
    /// <exception cref="ArgumentException">The results overlap the input.</exception>
    public static void CheckNoOverlap<TRead, TResult>(ReadOnlySpan<TRead> read, ReadOnlySpan<TResult> results, string parameter)
    {
        if (read.IsEmpty || results.IsEmpty)
        {
            return;
        }

        nint distance = Unsafe.ByteOffset(
            ref Unsafe.As<TRead, byte>(ref MemoryMarshal.GetReference(read)),
            ref Unsafe.As<TResult, byte>(ref MemoryMarshal.GetReference(results)));
        if ((nuint)distance < (nuint)read.Length * (nuint)Unsafe.SizeOf<TRead>()
            || (nuint)(-distance) < (nuint)results.Length * (nuint)Unsafe.SizeOf<TResult>())
        {
            Throw.BatchOverlaps(parameter);
        }
    }
}
