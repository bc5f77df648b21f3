using System.Globalization;
using System.Text;
using Cenote.Measurement;
using Cenote.Samples.Rows.Reading;

namespace Cenote.Samples.Rows.Generating;

/// <summary>
/// Writes files of measurements. The file depends only on the arguments, not on the machine, because the random numbers of each
/// block of rows depend only on the seed and the number of the block.
/// </summary>
internal sealed class RowGenerator
{
    /// <summary>The maximum number of stations.</summary>
    public const int MostStations = 10_000;

    private const int RowsInBlock = 1 << 16;
    private const int MostTenths = 999;

    // In tenths of a degree: means from -30 to 35 degrees, the range of the earth's climates.
    private const int LowestMean = -300;
    private const int Means = 650;

    // Each number is written as this many bytes, even if it is shorter; the next row overwrites the rest.
    private const int NumberBytes = 8;

    private readonly byte[][] _names;
    private readonly short[] _means;
    private readonly ulong[] _numbers;
    private readonly ulong _seed;

    /// <param name="stations">The number of stations, up to <see cref="MostStations"/>; all are equally frequent.</param>
    /// <param name="seed">The random seed.</param>
    public RowGenerator(int stations, ulong seed)
    {
        _seed = seed;
        _names = [.. StationNames.Make(stations, seed).Select(name => Encoding.UTF8.GetBytes(name + ";"))];
        var random = new SplitMix64(~seed);
        _means = [.. _names.Select(_ => (short)(LowestMean + random.Next(Means)))];
        _numbers = [.. Enumerable.Range(-MostTenths, (2 * MostTenths) + 1).Select(Number)];
    }

    /// <summary>Writes a file, using all processors.</summary>
    /// <param name="path">A file that does not exist yet.</param>
    /// <param name="rows">The number of rows.</param>
    /// <param name="cancellationToken">Stops writing; the file is then deleted.</param>
    /// <exception cref="IOException">The file cannot be written, for example because the disk is full.</exception>
    /// <exception cref="OperationCanceledException">The operation was cancelled.</exception>
    public void Write(string path, long rows, CancellationToken cancellationToken = default)
    {
        using var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.Delete, bufferSize: 0);
        try
        {
            using var crew = new Crew(Environment.ProcessorCount);
            byte[][] buffers = [.. Enumerable.Range(0, crew.Count).Select(_ => new byte[RowsInBlock * Row.LongestLine])];
            int[] lengths = new int[crew.Count];
            long blocks = (rows + RowsInBlock - 1) / RowsInBlock;
            for (long block = 0; block < blocks; block += crew.Count)
            {
                long first = block;
                cancellationToken.ThrowIfCancellationRequested();
                crew.Run(thread => lengths[thread] = Fill(buffers[thread], first + thread, rows));
                for (int i = 0; i < crew.Count; i++)
                {
                    file.Write(buffers[i], 0, lengths[i]);
                }
            }
        }
        catch
        {
            File.Delete(path);
            throw;
        }
    }

    // Writes the rows of a block and returns their length in bytes.
    private int Fill(byte[] buffer, long block, long rows)
    {
        var random = new SplitMix64(_seed + (ulong)block);
        random = new SplitMix64(random.Next());
        int count = (int)Math.Clamp(rows - (block * RowsInBlock), 0, RowsInBlock);
        Span<byte> rest = buffer;
        for (int i = 0; i < count; i++)
        {
            int station = random.Next(_names.Length);
            byte[] name = _names[station];
            name.CopyTo(rest);
            ulong number = _numbers[Math.Clamp(_means[station] + Deviation(random.Next()), -MostTenths, MostTenths) + MostTenths];
            BitConverter.TryWriteBytes(rest[name.Length..], number);
            rest = rest[(name.Length + (int)(number >> 56))..];
        }

        return buffer.Length - rest.Length;
    }

    // Tenths of a degree, roughly normal: the sum of four uniform numbers, with a standard deviation of ten degrees.
    private static int Deviation(ulong bits)
    {
        const int HalfRange = 87;
        int sum = (ushort)bits + (ushort)(bits >> 16) + (ushort)(bits >> 32) + (ushort)(bits >> 48);
        return (int)(((long)sum * HalfRange) >> 15) - (4 * HalfRange);
    }

    // The number and a line feed; the highest byte is the length of both.
    private static ulong Number(int tenths)
    {
        Span<byte> bytes = stackalloc byte[NumberBytes];
        string text = string.Create(CultureInfo.InvariantCulture, $"{tenths / 10.0:0.0}\n");
        bytes[NumberBytes - 1] = (byte)Encoding.ASCII.GetBytes(text, bytes);
        return BitConverter.ToUInt64(bytes);
    }
}
