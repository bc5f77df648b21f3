using System.Diagnostics;
using System.Runtime.InteropServices;
using Cenote.Memory.Snapshots;
using Cenote.Tests.Support;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Cenote.Tests.Collections;

/// <summary>Uses a snapshot repeatedly, each time with different bytes changed.</summary>
internal sealed unsafe class SnapshotFuzz(ITestOutputHelper output)
{
    private const int Batch = 500;

    private static long s_allFiles;

    /// <summary>Runs all operations on a file.</summary>
    /// <param name="image">The file, placed between pages that fault.</param>
    /// <param name="file">A copy of the file.</param>
    /// <param name="random">Chooses further operations.</param>
    public delegate void Use(SnapshotImage image, byte[] file, Random random);

    /// <param name="snapshot">The valid file.</param>
    /// <param name="files">The number of files to derive, unless the run settings set a soak time.</param>
    /// <param name="use">Uses each file.</param>
    public void Run(byte[] snapshot, int files, Use use)
    {
        int seed = RunSettings.NewSeed();
        output.WriteLine($"CENOTE_SEED={seed}");
        var random = new Random(seed);
        int enough = RunSettings.Length(files);
        using var memory = new GuardedMemory(snapshot.Length);
        byte[] file = new byte[snapshot.Length];
        var watch = Stopwatch.StartNew();
        long done = 0;
        long refused = 0;
        do
        {
            for (int i = 0; i < Math.Min(Batch, enough); i++)
            {
                snapshot.CopyTo(file, 0);
                Change(file, random);
                byte* start = memory.Place(file, atEnd: random.Next(2) == 0);
                try
                {
                    SnapshotHeader header = SnapshotHeader.Read(new ReadOnlySpan<byte>(start, file.Length), (ulong)file.Length);
                    use(new SnapshotImage(start, in header, memory: null), file, random);
                }
                catch (Exception exception)
                    when (exception is InvalidDataException or OutOfMemoryException or InsufficientMemoryException)
                {
                    refused++;
                }
                catch (Exception exception)
                {
                    throw new XunitException($"CENOTE_SEED={seed}, file {done}: {exception}", exception);
                }

                done++;
            }
        }
        while (RunSettings.Soak > TimeSpan.Zero ? watch.Elapsed < RunSettings.Soak : done < enough);

        long all = Interlocked.Add(ref s_allFiles, done);
        output.WriteLine($"{done:N0} files, of which {refused:N0} were refused at some time; {all:N0} files of all kinds so far");
        Assert.InRange(refused, 1, done - 1);
    }

    // Changes one byte, a few bytes, or a word: randomly, or with knowledge of the format.
    private static void Change(byte[] file, Random random)
    {
        int changes = 1 + random.Next(random.Next(1, 12));
        for (int i = 0; i < changes; i++)
        {
            int end = random.Next(8) == 0 ? 128 : random.Next(8) == 0 ? Math.Min(file.Length, 2_048) : file.Length;
            int position = random.Next(random.Next(8) == 0 ? 0 : Math.Min(SnapshotHeader.Size, end - 1), end);
            switch (random.Next(5))
            {
                case 0:
                    file[position] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    file[position] = (byte)random.Next(256);
                    break;
                case 2:
                    MemoryMarshal.Write(file.AsSpan(Math.Min(position & ~3, file.Length - 4)), WordOf(file, random));
                    break;
                case 3:
                    MemoryMarshal.Write(file.AsSpan(Math.Min(position & ~7, file.Length - 8)), TimeOf(random));
                    break;
                default:
                    int from = random.Next(SnapshotHeader.Size, file.Length);
                    int length = Math.Min(random.Next(1, 80), file.Length - Math.Max(from, position));
                    file.AsSpan(from, length).CopyTo(file.AsSpan(position));
                    break;
            }
        }

        if (random.Next(4) != 0)
        {
            SnapshotSeal.Apply(file);
        }
    }

    // Values for places, lengths and forms: extreme or plausible ones.
    private static uint WordOf(byte[] file, Random random) => random.Next(7) switch
    {
        0 => uint.MaxValue,
        1 => 0x8000_0000,
        2 => 0xC000_0000 | (uint)random.Next(64),
        3 => 0x3FFF_FFFF,
        4 => int.MaxValue,
        5 => (uint)random.Next(file.Length),
        _ => 0,
    };

    // Values for times, such as those of a cache, and for sums of bytes: extreme or plausible ones.
    private static long TimeOf(Random random) => random.Next(7) switch
    {
        0 => long.MaxValue,
        1 => long.MinValue,
        2 => -1,
        3 => DateTime.MaxValue.Ticks,
        4 => DateTime.UtcNow.Ticks + random.NextInt64(-TimeSpan.TicksPerDay, TimeSpan.TicksPerDay),
        5 => random.NextInt64(100_000),
        _ => random.NextInt64(),
    };
}
