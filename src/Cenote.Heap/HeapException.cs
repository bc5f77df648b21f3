namespace Cenote.Heap;

/// <summary>
/// Thrown if a heap cannot be read; the message states the reason, and the remedy if there is one, in one line.
/// </summary>
/// <param name="message">The reason, and the remedy if there is one.</param>
/// <param name="isUsage">Whether the request was invalid, such as a file that is not a dump.</param>
/// <param name="inner">The cause.</param>
internal sealed class HeapException(string message, bool isUsage, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether the request was invalid; otherwise it failed during execution.</summary>
    public bool IsUsage { get; } = isUsage;

    /// <summary>Whether the system denied access to the process.</summary>
    public bool IsDenied { get; init; }

    /// <summary>Creates the exception for an invalid request.</summary>
    public static HeapException Usage(string message, Exception? inner = null) => new(message, isUsage: true, inner);

    /// <summary>Creates the exception for a request that failed during execution.</summary>
    public static HeapException Failure(string message, Exception? inner = null) => new(message, isUsage: false, inner);
}
