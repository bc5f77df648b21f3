using Cenote.IO;
using nietras.SeparatedValues;
using Sylvan.Data.Csv;

namespace Cenote.Benchmarks.Lines;

/// <summary>Each rival reads the fields of a file, without their quotes, and adds up their lengths.</summary>
internal sealed class FieldRivals(string path)
{
    private const int BufferUnits = 64 << 10;

    private readonly Dictionary<string, (long Records, long Fields, long Units)> _sums = [];

    public void Own()
    {
        (long Records, long Fields, long Units) sum = default;
        using var reader = new Utf8FieldReader(path);
        while (reader.Read())
        {
            sum.Records++;
            sum.Fields += reader.FieldCount;
            for (int i = 0; i < reader.FieldCount; i++)
            {
                sum.Units += reader[i].Length;
            }
        }

        _sums[nameof(Own)] = sum;
    }

    public void Sylvan()
    {
        (long Records, long Fields, long Units) sum = default;
        var options = new CsvDataReaderOptions { HasHeaders = false, BufferSize = BufferUnits, Delimiter = ',' };
        using CsvDataReader reader = CsvDataReader.Create(path, options);
        while (reader.Read())
        {
            int count = reader.RowFieldCount;
            sum.Records++;
            sum.Fields += count;
            for (int i = 0; i < count; i++)
            {
                sum.Units += reader.GetFieldSpan(i).Length;
            }
        }

        _sums[nameof(Sylvan)] = sum;
    }

    /// <summary>
    /// Like the other rivals, Sep removes quotes and accepts records of different lengths. The buffer has the default size.
    /// </summary>
    public void Sep()
    {
        (long Records, long Fields, long Units) sum = default;
        using SepReader reader = nietras.SeparatedValues.Sep.New(',')
            .Reader(static options => options with { HasHeader = false, Unescape = true, DisableColCountCheck = true })
            .FromFile(path);
        foreach (SepReader.Row row in reader)
        {
            int count = row.ColCount;
            sum.Records++;
            sum.Fields += count;
            for (int i = 0; i < count; i++)
            {
                sum.Units += row[i].Span.Length;
            }
        }

        _sums[nameof(Sep)] = sum;
    }

    /// <summary>Checks that all rivals read the same number of records, fields and chars.</summary>
    /// <param name="records">The number of records in the file.</param>
    /// <param name="extraBytes">How many more bytes than chars a record's fields have.</param>
    public void Check(int records, int extraBytes)
    {
        (long Records, long Fields, long Units) own = _sums[nameof(Own)];
        own.Units -= own.Records * extraBytes;
        if (own.Records != records || own != _sums[nameof(Sylvan)] || own != _sums[nameof(Sep)])
        {
            throw new InvalidOperationException("The rivals read different fields.");
        }
    }
}
