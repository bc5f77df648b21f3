namespace Cenote.Interning;

/// <summary>Properties that all interners return without a lock.</summary>
internal interface IInternerSize
{
    int Count { get; }

    /// <inheritdoc cref="InternerStatistics.Capacity"/>
    int Capacity { get; }
}
