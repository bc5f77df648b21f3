namespace Cenote.Collections;

/// <summary>Says whether something holds for an entry.</summary>
/// <typeparam name="TValue">The values.</typeparam>
/// <typeparam name="TArgument">What the predicate needs.</typeparam>
/// <param name="key">The key, valid during the call.</param>
/// <param name="value">The value.</param>
/// <param name="argument">What was passed with the predicate.</param>
/// <returns>True if it does.</returns>
/// <example>
/// Removing what is less than a limit, which is passed on rather than captured:
/// <code>
/// using var depths = new PooledStringDictionary&lt;int> { { "Sac Actun", 119 }, { "El Zapote", 54 }, { "Dos Ojos", 119 } };
/// EntryPredicate&lt;int, int> isShallow = static (key, depth, limit) => depth &lt; limit;
/// Console.WriteLine(depths.RemoveWhere(isShallow, 100));   // prints 1
/// </code>
/// </example>
public delegate bool EntryPredicate<TValue, in TArgument>(ReadOnlySpan<char> key, TValue value, TArgument argument)
    where TArgument : allows ref struct;
