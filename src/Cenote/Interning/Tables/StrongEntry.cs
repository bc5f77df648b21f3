namespace Cenote.Interning;

/// <summary>A reference that keeps its string alive.</summary>
internal struct StrongEntry : IInternEntry<StrongEntry>
{
    private string? _target;

    public static bool IsWeak => false;

    public readonly string? Target
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _target;
    }

    public static StrongEntry Create(string target) => new() { _target = target };

    public void Retarget(string? target) => _target = target;
}
