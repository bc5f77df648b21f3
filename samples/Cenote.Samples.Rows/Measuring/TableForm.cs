using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Measuring;

/// <summary>The tables to measure.</summary>
internal static class TableForm
{
    /// <summary>The forms; the first is the baseline of the comparison.</summary>
    public static IReadOnlyList<Form> All { get; } =
    [
        Of<PlainTable>("plain", "Dictionary<byte[]>"),
        Of<CenoteTable>("cenote", "PooledStringDictionary"),
    ];

    /// <summary>The form with an id; null for an unknown id.</summary>
    public static Form? Find(string id) => All.FirstOrDefault(form => form.Id == id);

    private static Form Of<TTable>(string id, string title)
        where TTable : struct, IStationTable<TTable> =>
        new(id, title, static (path, threads, token) =>
        {
            Totals totals = RowFile<TTable>.Read(path, threads, cancellationToken: token);
            return new FormAnswer(totals.ToString(), totals.Rows, totals.Count);
        });
}
