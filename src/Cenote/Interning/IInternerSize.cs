namespace Cenote.Interning;

/// <summary>Properties of interners that are read without a lock.</summary>
internal interface IInternerSize
{
    int Count { get; }

    /// <inheritdoc cref="InternerStatistics.Capacity"/>
    int Capacity { get; }
}
