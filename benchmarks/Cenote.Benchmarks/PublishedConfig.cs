using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;

namespace Cenote.Benchmarks;

/// <summary>
/// The configuration of all BenchmarkDotNet runs. Benchmarks run in this process, because the repository's lock files and
/// analyzers would apply to generated projects. Iterations are short, so that a whole table takes minutes.
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
