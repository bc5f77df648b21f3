using System.Globalization;
using BenchmarkDotNet.Running;
using Cenote.Benchmarks;
using Cenote.Benchmarks.Ratio;
using Cenote.Benchmarks.Strings;

switch (args)
{
    case ["ratio", .. string[] rest]:
        return RatioRunner.Run(rest);
    case [LiveCollection.Command, string kind, string count]:
        return LiveCollection.Run(kind, int.Parse(count, CultureInfo.InvariantCulture));
    default:
        BenchmarkSwitcher.FromAssembly(typeof(StringPatterns).Assembly).Run(args, new PublishedConfig());
        return 0;
}
