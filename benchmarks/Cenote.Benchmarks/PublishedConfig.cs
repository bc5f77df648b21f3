using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;

namespace Cenote.Benchmarks;

/// <summary>
/// How the committed tables of BenchmarkDotNet are measured. Benchmarks run in this process, which avoids the lock files and
/// analyzers of the repository, and in many short iterations, so that a whole table takes minutes.
/// </summary>
internal sealed class PublishedConfig : ManualConfig
{
    public PublishedConfig()
    {
        AddJob(Job.Default
            .WithToolchain(InProcessEmitToolchain.Instance)
            .WithWarmupCount(5)
            .WithIterationCount(12)
            .WithIterationTime(TimeInterval.FromMilliseconds(60)));
        AddColumnProvider(DefaultColumnProviders.Instance);
        AddLogger(ConsoleLogger.Default);
        AddExporter(MarkdownExporter.GitHub);
        WithArtifactsPath(Path.Combine("artifacts", "benchmarks"));
    }
}
