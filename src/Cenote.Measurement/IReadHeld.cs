namespace Cenote.Measurement;

/// <summary>A collection of strings that are read by their numbers.</summary>
public interface IReadHeld : IHeld
{
    /// <summary>How many strings there are.</summary>
    int Count { get; }

    /// <summary>Reads length and first unit of some strings, the least that a program which wanted the text would read.</summary>
    /// <param name="order">The numbers of the strings, in the order of the reads.</param>
    /// <returns>A sum of what was read, so that nothing of it is left out.</returns>
    long Read(ReadOnlySpan<int> order);
}
