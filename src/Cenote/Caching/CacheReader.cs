namespace Cenote.Caching;

/// <summary>Makes something of the value of an entry, see <see cref="ByteCache.TryRead"/>.</summary>
/// <typeparam name="TState">What the caller passes on.</typeparam>
/// <typeparam name="TResult">What is made.</typeparam>
/// <param name="value">A copy of the value, valid until the call returns.</param>
/// <param name="state">What the caller passed.</param>
/// <returns>What the value says.</returns>
public delegate TResult CacheReader<in TState, out TResult>(ReadOnlySpan<byte> value, TState state)
    where TState : allows ref struct;
