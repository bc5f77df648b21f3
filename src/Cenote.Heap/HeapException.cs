namespace Cenote.Heap;

/// <summary>A heap cannot be read; the message is one line and says why, and what to do.</summary>
/// <param name="message">The line.</param>
/// <param name="isUsage">Whether it was asked for something that cannot be, such as a file that is no dump.</param>
/// <param name="inner">What was behind it.</param>
internal sealed class HeapException(string message, bool isUsage, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether it was asked for something that cannot be; otherwise it failed on the way.</summary>
    public bool IsUsage { get; } = isUsage;

    /// <summary>Whether the system did not let this process look at the other one.</summary>
    public bool IsDenied { get; init; }

    /// <summary>What was asked for cannot be.</summary>
    public static HeapException Usage(string message, Exception? inner = null) => new(message, isUsage: true, inner);

    /// <summary>It failed on the way.</summary>
    public static HeapException Failure(string message, Exception? inner = null) => new(message, isUsage: false, inner);
}
