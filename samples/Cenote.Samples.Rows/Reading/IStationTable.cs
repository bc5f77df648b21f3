namespace Cenote.Samples.Rows.Reading;

/// <summary>
/// Everything that differs between the two forms. A form is a struct, so that the JIT compiles a separate reader for each,
/// without interface calls.
/// </summary>
/// <typeparam name="TSelf">The form.</typeparam>
internal interface IStationTable<TSelf> : IDisposable
    where TSelf : struct, IStationTable<TSelf>
{
    /// <summary>Creates an empty table.</summary>
    static abstract TSelf Create();

    /// <summary>Returns the statistics of a station and adds it if it is missing.</summary>
    /// <param name="name">Its name in UTF-8.</param>
    /// <param name="exists">Whether the station existed.</param>
    ref Statistics Find(ReadOnlySpan<byte> name, out bool exists);

    /// <summary>Adds the statistics of all stations to the totals of the file.</summary>
    void AddTo(Totals totals);
}
