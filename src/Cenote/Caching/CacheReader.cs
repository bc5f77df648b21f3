namespace Cenote.Caching;

/// <summary>Makes something of the value of an entry, see <see cref="ByteCache.TryRead"/>.</summary>
/// <example>
/// The length of a value, without a copy of it in the program's own memory:
/// <code>
/// using var cache = new ByteCache();
/// cache.Set("Dos Ojos", "119 m"u8);
/// CacheReader&lt;int, int> length = static (value, _) => value.Length;
/// Console.WriteLine(cache.TryRead("Dos Ojos", 0, length, out int result) ? result : -1);   // prints 5
/// </code>
/// </example>
/// <typeparam name="TState">What the caller passes on.</typeparam>
/// <typeparam name="TResult">What is made.</typeparam>
/// <param name="value">A copy of the value, valid until the call returns.</param>
/// <param name="state">What the caller passed.</param>
/// <returns>What the value says.</returns>
public delegate TResult CacheReader<in TState, out TResult>(ReadOnlySpan<byte> value, TState state)
    where TState : allows ref struct;
