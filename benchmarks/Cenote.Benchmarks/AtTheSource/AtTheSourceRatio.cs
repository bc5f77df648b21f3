using System.Text.Json;
using Cenote.Benchmarks.Ratio;
using Cenote.Collections;
using Cenote.Data;
using Cenote.EntityFrameworkCore;
using Cenote.Measurement;
using Cenote.Text.Json;
using Dapper;
using Microsoft.EntityFrameworkCore;

namespace Cenote.Benchmarks.AtTheSource;

/// <summary>Benchmarks of interning while reading databases and JSON.</summary>
internal sealed class AtTheSourceRatio : IRatioArea
{
    private const string Plain = "plain";
    private const string Interning = "interning";
    private const string ByProperty = "interning, by property";
    private const string TimesPlain = "x plain";
    private const string Kept = "kept memory";
    private const string Allocated = "allocated";
    private const string Time = "time";

    // Five columns have a unique string in each row. No column names are passed, so the reader must detect that nothing repeats.
    private const string UniqueQuery =
        "SELECT Id, Email, Email || 'a', Email || 'b', Email || 'c', Email || 'd' FROM Customers";

    private const double MaxKept = 0.65;
    private const double MostTime = 1.05;
    private const double MostAllocatedOfJson = 0.5;
    private const double MostTimeOfJson = 1.0;

    // Each call creates all rows, and its time includes garbage collections.
    private static readonly SideBySideOptions s_timing = Timing.Quick with
    {
        Rounds = 11,
        WarmupTime = TimeSpan.FromMilliseconds(600),
        LongestRoundTime = TimeSpan.FromMilliseconds(600),
    };

    public string Name => "at-the-source";

    public string Description => "readers that intern, against those that do not: ADO.NET, Dapper, EF Core, System.Text.Json";

    public IEnumerable<RatioRow> Measure()
    {
        using var table = new CustomerTable();
        foreach (RatioRow row in OfDatabases(table))
        {
            yield return row;
        }

        foreach (RatioRow row in OfJson())
        {
            yield return row;
        }
    }

    private static IEnumerable<RatioRow> OfDatabases(CustomerTable table)
    {
        DbContextOptions options = new DbContextOptionsBuilder().UseSqlite(table.Connection).Options;
        DbContextOptions interning = new DbContextOptionsBuilder().UseSqlite(table.Connection).UseStringInterning().Options;
        return Compare("ADO.NET", CustomerTable.Rows, MostTime, null,
                (Plain, () => CustomerTable.ReadAll(table.Read())),
                (Interning, () => CustomerTable.ReadAll(table.Read().Interning(CustomerTable.Repeating))))
            .Concat(Compare("Dapper", CustomerTable.Rows, MostTime, null,
                (Plain, () => table.Connection.Query<Customer>(CustomerTable.Query).AsList()),
                (Interning, () => OfDapper(table))))
            .Concat(Compare("EF Core", CustomerTable.Rows, MostTime, null,
                (Plain, () => ReadAll(new CustomerContext(options))),
                (Interning, () => ReadAll(new CustomerContext(interning))),
                (ByProperty, () => ReadAll(new InternedCustomerContext(options)))))
            .Concat(Losses("ADO.NET", CustomerTable.Rows,
                () => CustomerTable.ReadAll(table.Read(UniqueQuery)),
                () => CustomerTable.ReadAll(table.Read(UniqueQuery).Interning())));
    }

    private static IEnumerable<RatioRow> OfJson()
    {
        byte[] repeating = JsonRows.Repeating();
        byte[] unique = JsonRows.Unique();
        using var ids = new StringTable();
        var everywhere = new JsonSerializerOptions { Converters = { JsonConverters.Interning() } };
        JsonSerializerOptions byProperty = JsonRows.With(JsonConverters.Interning().For<JsonRow>(
            nameof(JsonRow.Country), nameof(JsonRow.City), nameof(JsonRow.Status)));
        JsonSerializerOptions asIds = JsonRows.With(JsonConverters.TableIds(ids).For<JsonIdRow>(
            nameof(JsonRow.Country), nameof(JsonRow.City), nameof(JsonRow.Status)));
        foreach (RatioRow row in Compare("JSON", JsonRows.Count, MostTimeOfJson, MostAllocatedOfJson,
            (Plain, () => JsonSerializer.Deserialize<JsonRow[]>(repeating)),
            (Interning, () => JsonSerializer.Deserialize<JsonRow[]>(repeating, everywhere)),
            (ByProperty, () => JsonSerializer.Deserialize<JsonRow[]>(repeating, byProperty)),
            ("ids of a StringTable", () => JsonSerializer.Deserialize<JsonIdRow[]>(repeating, asIds)))
            .Concat(Compare("JSON, records", JsonRows.Count, MostTimeOfJson, null,
                (Plain, () => JsonSerializer.Deserialize<JsonRecord[]>(repeating)),
                (Interning, () => JsonSerializer.Deserialize<JsonRecord[]>(repeating, everywhere))))
            .Concat(Losses("JSON", JsonRows.Count,
                () => JsonSerializer.Deserialize<JsonRow[]>(unique),
                () => JsonSerializer.Deserialize<JsonRow[]>(unique, everywhere))))
        {
            yield return row;
        }
    }

    private static List<Customer> OfDapper(CustomerTable table)
    {
        using var reader = table.Read().Interning(CustomerTable.Repeating);
        return reader.Parse<Customer>().AsList();
    }

    private static List<Customer> ReadAll(CustomerContext context)
    {
        using (context)
        {
            return context.ReadAll();
        }
    }

    private static IEnumerable<RatioRow> Compare(
        string group, int rows, double mostTime, double? mostAllocated, params (string Name, Func<object?> Make)[] rivals)
    {
        Comparison comparison = Run(group, rows, rivals);
        double plain = BytesKept(rivals[0].Make);
        foreach ((string name, Func<object?> make) in rivals[1..])
        {
            yield return RatioRow.Of(group, comparison with { Name = Time }, name, mostTime, TimesPlain);
            yield return RatioRow.Once(group, Kept, name, TimesPlain, BytesKept(make) / plain, MaxKept);
            yield return RatioRow.Once(group, Allocated, name, TimesPlain,
                comparison[name].AllocatedBytes / comparison[Plain].AllocatedBytes, mostAllocated);
        }
    }

    // These rows have no goals, because the documentation warns against these uses.
    private static IEnumerable<RatioRow> Losses(string group, int rows, Func<object?> plain, Func<object?> interning)
    {
        (string Name, Func<object?> Make)[] rivals = [(Plain, plain), (Interning, interning)];
        Comparison comparison = Run($"{group}, unique texts", rows, rivals);
        yield return RatioRow.Of($"{group}, unique texts", comparison with { Name = Time }, Interning, null, TimesPlain);
        yield return RatioRow.Once(
            $"{group}, unique texts", Kept, Interning, TimesPlain, BytesKept(interning) / BytesKept(plain), null);
    }

    private static Comparison Run(string name, int rows, (string Name, Func<object?> Make)[] rivals)
    {
        object? last = null;
        Comparison comparison = SideBySide.Run(
            name, rows, [.. rivals.Select(rival => new Rival(rival.Name, () => last = rival.Make()))], s_timing);
        GC.KeepAlive(last);
        return comparison;
    }

    private static double BytesKept(Func<object?> make)
    {
        ManagedHeap.Collect();
        long before = GC.GetTotalMemory(forceFullCollection: true);
        object? kept = make();
        ManagedHeap.Collect();
        double bytes = GC.GetTotalMemory(forceFullCollection: true) - before;
        GC.KeepAlive(kept);
        return bytes;
    }
}
