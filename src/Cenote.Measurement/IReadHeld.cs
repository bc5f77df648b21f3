namespace Cenote.Measurement;

/// <summary>A collection of strings that are read by number.</summary>
public interface IReadHeld : IHeld
{
    /// <summary>The number of strings.</summary>
    int Count { get; }

    /// <summary>Reads the length and the first char or byte of some strings, the minimum that a program would read.</summary>
    /// <param name="order">The numbers of the strings, in read order.</param>
    /// <returns>A sum of the values read, so that no read is optimized away.</returns>
    long Read(ReadOnlySpan<int> order);
}
