namespace Cenote.Caching;

/// <summary>Computes a result from the value of an entry; see <see cref="ByteCache.TryRead"/>.</summary>
/// <example>
/// Read the length of a value without allocating an array:
/// <code>
/// using var cache = new ByteCache();
/// cache.Set("Dos Ojos", "119 m"u8);
/// CacheReader&lt;int, int> length = static (value, _) => value.Length;
/// Console.WriteLine(cache.TryRead("Dos Ojos", 0, length, out int result) ? result : -1);   // prints 5
/// </code>
/// </example>
/// <typeparam name="TState">The type of the state.</typeparam>
/// <typeparam name="TResult">The type of the result.</typeparam>
/// <param name="value">A copy of the value, valid until the call returns.</param>
/// <param name="state">The caller's state.</param>
/// <returns>The result.</returns>
public delegate TResult CacheReader<in TState, out TResult>(ReadOnlySpan<byte> value, TState state)
    where TState : allows ref struct;
