namespace Cenote.Tests.Support;

/// <summary>The content of pages that were discarded on Windows, where it is undefined.</summary>
public enum DiscardedContent
{
    /// <summary>Each page contains zeros or its old content, as in practice.</summary>
    Mixed,

    /// <summary>Random bytes, which the documentation allows.</summary>
    Random,
}
