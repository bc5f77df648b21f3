using Cenote.IO;
using Sylvan.Data.Csv;

namespace Cenote.Benchmarks.Lines;

/// <summary>Each goes through the fields of a file, and counts them and those that are empty.</summary>
internal sealed class FieldRivals(string path)
{
    private const int BufferUnits = 64 << 10;

    private readonly Dictionary<string, (long Records, long Fields, long Empty)> _sums = [];

    public void Own()
    {
        (long Records, long Fields, long Empty) sum = default;
        using var reader = new Utf8FieldReader(path);
        while (reader.Read())
        {
            sum.Records++;
            sum.Fields += reader.FieldCount;
            for (int i = 0; i < reader.FieldCount; i++)
            {
                sum.Empty += reader[i].IsEmpty ? 1 : 0;
            }
        }

        _sums[nameof(Own)] = sum;
    }

    public void Sylvan()
    {
        (long Records, long Fields, long Empty) sum = default;
        var options = new CsvDataReaderOptions { HasHeaders = false, BufferSize = BufferUnits, Delimiter = ',' };
        using CsvDataReader reader = CsvDataReader.Create(path, options);
        while (reader.Read())
        {
            int count = reader.RowFieldCount;
            sum.Records++;
            sum.Fields += count;
            for (int i = 0; i < count; i++)
            {
                sum.Empty += reader.GetFieldSpan(i).IsEmpty ? 1 : 0;
            }
        }

        _sums[nameof(Sylvan)] = sum;
    }

    /// <summary>Whether both have read the same.</summary>
    public void Check(int records)
    {
        if (_sums[nameof(Own)] != _sums[nameof(Sylvan)] || _sums[nameof(Own)].Records != records)
        {
            throw new InvalidOperationException("The rivals have not read the same fields.");
        }
    }
}
