namespace Cenote.Tool.Sections.Keys;

/// <summary>
/// A value that several contenders of a step share, created once and released after the last use: a value that outlived its step would
/// slow the GC in all other steps.
/// </summary>
/// <param name="make">Creates it.</param>
internal sealed class Shared<T>(Func<T> make)
    where T : class
{
    private readonly WeakReference<T?> _value = new(null);

    /// <summary>The current value, or a new one.</summary>
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
