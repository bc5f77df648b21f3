namespace Cenote.Collections;

/// <summary>Says whether something holds for an entry.</summary>
/// <typeparam name="TValue">The values.</typeparam>
/// <typeparam name="TArgument">What the predicate needs.</typeparam>
/// <param name="key">The key, valid during the call.</param>
/// <param name="value">The value.</param>
/// <param name="argument">What was passed with the predicate.</param>
/// <returns>True if it does.</returns>
public delegate bool EntryPredicate<TValue, in TArgument>(ReadOnlySpan<char> key, TValue value, TArgument argument)
    where TArgument : allows ref struct;
