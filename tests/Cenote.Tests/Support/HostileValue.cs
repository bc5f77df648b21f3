namespace Cenote.Tests.Support;

/// <summary>A value whose comparison runs a test's action: throw, re-enter the dictionary, wait.</summary>
internal readonly struct HostileValue(int number) : IEquatable<HostileValue>
{
    [ThreadStatic]
    private static Action? s_onEquals;

    public int Number { get; } = number;

    // Large enough to be torn easily.
    private readonly (long First, long Second, object Third) _more = (number, ~number, s_object);

    private static readonly object s_object = new();

    public bool IsWhole => _more == (Number, ~Number, s_object);

    /// <summary>Sets an action that runs during the next comparison on this thread.</summary>
    public static void OnNextEquals(Action action) => s_onEquals = action;

    public bool Equals(HostileValue other)
    {
        Action? action = s_onEquals;
        s_onEquals = null;
        action?.Invoke();
        return Number == other.Number;
    }

    public override bool Equals(object? obj) => obj is HostileValue other && Equals(other);

    public override int GetHashCode() => Number;
}
