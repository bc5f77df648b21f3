using System.Globalization;
using BenchmarkDotNet.Running;
using Cenote.Benchmarks;
using Cenote.Benchmarks.Arenas.Native;
using Cenote.Benchmarks.Buffers;
using Cenote.Benchmarks.Caching;
using Cenote.Benchmarks.Collections;
using Cenote.Benchmarks.Heaps;
using Cenote.Benchmarks.Publishing;
using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Scale;
using Cenote.Benchmarks.Snapshots;
using Cenote.Benchmarks.Strings;

switch (args)
{
    case [] or ["-h" or "--help"]:
        Console.WriteLine($"{RatioRunner.Usage}\n{Publisher.Usage}\n{NativeComparison.Usage}\n{CodeSize.Usage}\n{ManyProcessors.Usage}");
        Console.WriteLine($"{KnownProcessors.Command}: times the calibration loop, and prints a line for processors.json\n");
        Console.WriteLine("Everything else goes to BenchmarkDotNet: --list flat, --filter '*', --filter '*Bulk*' ...");
        return 0;
    case [KnownProcessors.Command]:
        return KnownProcessors.Run();
    case [RatioRunner.Command, .. string[] rest]:
        return RatioRunner.Run(rest);
    case [Publisher.Command, .. string[] rest]:
        return Publisher.Run(rest);
    case [NativeComparison.Command, .. string[] rest]:
        return NativeComparison.Run(rest);
    case [CodeSize.Command]:
        return CodeSize.Run();
    case [ManyProcessors.Command, .. string[] rest]:
        return ManyProcessors.Run(rest);
    case [LargeTable.Command, string kind, string count]:
        return LargeTable.Run(kind, int.Parse(count, CultureInfo.InvariantCulture));
    case [ScaleRun.Command, string kind, string count]:
        return ScaleRun.Run(kind, int.Parse(count, CultureInfo.InvariantCulture));
    case [SnapshotRun.Command, string kind, string path, string count]:
        return SnapshotRun.Run(kind, path, int.Parse(count, CultureInfo.InvariantCulture));
    case [PackageIndex.Command, .. string[] rest]:
        return PackageIndex.Run(rest);
    case [UnmanagedTable.Command, string kind, string count]:
        return UnmanagedTable.Run(kind, int.Parse(count, CultureInfo.InvariantCulture));
    case [CacheLoad.Command, string kind, string seconds]:
        return CacheLoad.Run(kind, int.Parse(seconds, CultureInfo.InvariantCulture));
    case [ColdStart.Command, string kind, string length]:
        return ColdStart.Run(kind, int.Parse(length, CultureInfo.InvariantCulture));
    case [LiveCollection.Command, string kind, string count]:
        return LiveCollection.Run(kind, int.Parse(count, CultureInfo.InvariantCulture));
    case [HeapVictim.Command, string megabytes]:
        return HeapVictim.Run(int.Parse(megabytes, CultureInfo.InvariantCulture));
    case [HeapReading.Command, string way, string process]:
        return HeapReading.Run(way, int.Parse(process, CultureInfo.InvariantCulture));
    default:
        BenchmarkSwitcher.FromAssembly(typeof(BulkAllocate).Assembly).Run(args, new PublishedConfig());
        return 0;
}
