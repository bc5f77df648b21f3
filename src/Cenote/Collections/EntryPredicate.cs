namespace Cenote.Collections;

/// <summary>A condition on an entry, for <c>RemoveWhere</c>.</summary>
/// <typeparam name="TValue">The type of the values.</typeparam>
/// <typeparam name="TArgument">The type of the predicate's argument.</typeparam>
/// <param name="key">The key. Valid only during the call.</param>
/// <param name="value">The value.</param>
/// <param name="argument">The argument passed with the predicate.</param>
/// <returns>True if the entry matches.</returns>
/// <example>
/// Remove entries with values below a limit, which is passed as an argument to avoid a closure:
/// <code>
/// using var depths = new PooledStringDictionary&lt;int> { { "Sac Actun", 119 }, { "El Zapote", 54 }, { "Dos Ojos", 119 } };
/// EntryPredicate&lt;int, int> isShallow = static (key, depth, limit) => depth &lt; limit;
/// Console.WriteLine(depths.RemoveWhere(isShallow, 100));   // prints 1
/// </code>
/// </example>
public delegate bool EntryPredicate<TValue, in TArgument>(ReadOnlySpan<char> key, TValue value, TArgument argument)
    where TArgument : allows ref struct;
