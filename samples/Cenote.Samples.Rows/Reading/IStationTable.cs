namespace Cenote.Samples.Rows.Reading;

/// <summary>
/// All in which the two forms differ. A form is a struct, so that the JIT compiler makes a reader for each, without a call
/// through an interface.
/// </summary>
/// <typeparam name="TSelf">The form.</typeparam>
internal interface IStationTable<TSelf> : IDisposable
    where TSelf : struct, IStationTable<TSelf>
{
    /// <summary>An empty table.</summary>
    static abstract TSelf Create();

    /// <summary>The statistics of a station, which is added if it is not there.</summary>
    /// <param name="name">Its name in UTF-8.</param>
    /// <param name="exists">Whether it was there.</param>
    ref Statistics Find(ReadOnlySpan<byte> name, out bool exists);

    /// <summary>Adds the statistics of all stations to those of the other parts of the file.</summary>
    void AddTo(Totals totals);
}
