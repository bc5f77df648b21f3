using Cenote.Memory.Keys;

namespace Cenote.Memory.Snapshots;

/// <summary>The cells that a snapshot is made of, in their order. Each copy begins where its original was.</summary>
internal unsafe interface ICellSource
{
    /// <summary>The next cell; null after the last one.</summary>
    KeyCell* Next();
}
