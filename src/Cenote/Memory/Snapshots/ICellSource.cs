using Cenote.Memory.Keys;

namespace Cenote.Memory.Snapshots;

/// <summary>The cells of a snapshot, in order. A copy continues from the position of its original.</summary>
internal unsafe interface ICellSource
{
    /// <summary>The next cell; null after the last one.</summary>
    KeyCell* Next();
}
