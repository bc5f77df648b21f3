namespace Cenote.Tool.Tests;

/// <summary>
/// Tests that measure or change this process run one at a time; in parallel they would measure each other. Parallel tests measure
/// in child processes or not at all.
/// </summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class WholeProcess
{
    public const string Name = "whole process";
}
