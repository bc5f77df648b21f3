namespace Cenote.Tests.Support;

/// <summary>Tests that look at the whole process, so that no other test may run beside them.</summary>
[CollectionDefinition(nameof(Alone), DisableParallelization = true)]
public sealed class Alone;
