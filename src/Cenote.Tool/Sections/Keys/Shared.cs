namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// What several contenders of a step use, made once for all of them and gone when none of them does: what outlived its step would
/// be a burden to the collector in all others.
/// </summary>
/// <param name="make">Makes it.</param>
internal sealed class Shared<T>(Func<T> make)
    where T : class
{
    private readonly WeakReference<T?> _value = new(null);

    /// <summary>The value that is in use, or a new one.</summary>
    public T Get()
    {
        if (!_value.TryGetTarget(out T? value))
        {
            value = make();
            _value.SetTarget(value);
        }

        return value;
    }
}
