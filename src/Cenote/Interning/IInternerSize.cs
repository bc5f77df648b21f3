namespace Cenote.Interning;

/// <summary>What all interners know of themselves without a lock.</summary>
internal interface IInternerSize
{
    int Count { get; }

    /// <inheritdoc cref="InternerStatistics.Capacity"/>
    int Capacity { get; }
}
