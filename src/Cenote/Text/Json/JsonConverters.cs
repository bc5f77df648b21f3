using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Arenas;
using Cenote.Collections;
using Cenote.Interning;
using Cenote.Strings;

namespace Cenote.Text.Json;

/// <summary>
/// System.Text.Json converters that read JSON strings and property names into an interner, a table, a pool or an arena.
/// </summary>
/// <remarks>
/// A converter in <see cref="JsonSerializerOptions.Converters"/> is used for every value and dictionary key of its type;
/// <see cref="For{T}"/> applies it to selected properties. All converters also write strings. A converter is as thread-safe as
/// its target.
/// </remarks>
/// <example>
/// Intern only <c>State</c>, because states repeat but names do not:
/// <code>
/// using System.Text.Json;
/// using System.Text.Json.Serialization.Metadata;
///
/// var interner = new StringInterner();
/// var options = new JsonSerializerOptions
/// {
///     TypeInfoResolver = new DefaultJsonTypeInfoResolver
///     {
///         Modifiers = { JsonConverters.Interning(interner).For&lt;City>(nameof(City.State)) },
///     },
/// };
/// _ = JsonSerializer.Deserialize&lt;City>("""{"Name":"Valladolid","State":"Yucatán"}""", options);
/// Console.WriteLine(interner.Count);   // prints 1
///
/// record City(string Name, string State);
/// </code>
/// </example>
public static partial class JsonConverters
{
    /// <summary>A converter that interns strings in <see cref="BoundedStringInterner.Shared"/>.</summary>
    /// <inheritdoc cref="Interning(IStringInterner)" path="/remarks"/>
    /// <returns>The converter.</returns>
    public static JsonConverter<string> Interning() => Interning(BoundedStringInterner.Shared);

    /// <summary>A converter that interns strings. Known strings are found without allocating.</summary>
    /// <remarks>
    /// Results and errors are the same as without the converter. Strings beyond the interner's limits are allocated, not
    /// interned. Unique values, such as names and keys, fill the interner or evict repeated ones, so select properties with
    /// <see cref="For{T}"/>.
    /// </remarks>
    /// <param name="interner">The interner; its <see cref="IStringInterner.Comparison"/> must be ordinal.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="interner"/> is null.</exception>
    /// <exception cref="ArgumentException">The interner ignores case, so two property names could become equal.</exception>
    public static JsonConverter<string> Interning(IStringInterner interner) =>
        new InterningStringConverter(new ExactInterner(interner));

    /// <summary>Converts between JSON strings and the ids of a <see cref="StringTable"/>, without allocating strings.</summary>
    /// <remarks>
    /// In <see cref="JsonSerializerOptions.Converters"/> the converter applies to every <see cref="int"/>, so JSON numbers fail;
    /// use <see cref="For{T}"/> if a type also has numbers. Reading throws <see cref="OutOfMemoryException"/> if a new string
    /// exceeds a limit of the table or memory is refused. Writing throws <see cref="ArgumentOutOfRangeException"/> for an unknown
    /// id.
    /// </remarks>
    /// <param name="table">The table, to which new strings are added. Dispose it after the last use of the converter.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="table"/> is null.</exception>
    public static JsonConverter<int> TableIds(StringTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        return new StringTableIdConverter(table);
    }

    /// <summary>
    /// A converter that reads strings into a pool, without allocating managed strings. It writes handles of any pool.
    /// </summary>
    /// <remarks>
    /// <para>Reading requires an open <see cref="PooledStringScope"/>, which frees the strings of a failed document: the
    /// serializer drops handles on failure and for duplicate properties. Set
    /// <see cref="JsonSerializerOptions.AllowDuplicateProperties"/> to false. After <see cref="PooledStringScope.Keep"/> the
    /// caller owns the strings: free each handle, or clear or dispose the pool. Reading throws
    /// <see cref="NotSupportedException"/> if there is no scope or duplicate properties are allowed, and
    /// <see cref="OutOfMemoryException"/> if the pool has reached its limit or memory is refused.</para>
    /// <para>Sets drop duplicates and leak their handles: read into a list instead, or into an arena (<see cref="InArena"/>),
    /// which releases all strings at once.</para>
    /// </remarks>
    /// <param name="pool">The pool.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public static JsonConverter<PooledStringRef> InPool(StringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return new PooledStringRefConverter(pool);
    }

    /// <summary>
    /// A converter that reads strings into an arena, without allocating managed strings. It writes values of any arena.
    /// </summary>
    /// <remarks>
    /// Values are valid until the arena is reset or disposed. If a document fails, the strings read so far stay in the arena.
    /// Reading throws <see cref="OutOfMemoryException"/> if the arena has reached its limit or memory is refused. Not
    /// thread-safe, like the arena.
    /// </remarks>
    /// <param name="arena">The arena.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="arena"/> is null.</exception>
    public static JsonConverter<ArenaString> InArena(StringArena arena)
    {
        ArgumentNullException.ThrowIfNull(arena);
        return new ArenaStringConverter(arena);
    }

    /// <summary>Opens a scope that owns the strings that the converter reads. The scope flows to asynchronous calls.</summary>
    /// <param name="converter">A converter of <see cref="InPool"/>.</param>
    /// <returns>
    /// The scope. Dispose it in the method that opened it. A nested scope replaces the outer one until the nested scope is
    /// disposed.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> is null.</exception>
    /// <exception cref="ArgumentException">The converter was not created by <see cref="InPool"/>.</exception>
    public static PooledStringScope BeginScope(this JsonConverter<PooledStringRef> converter)
    {
        ArgumentNullException.ThrowIfNull(converter);
        return converter is PooledStringRefConverter ofPool ? ofPool.BeginScope() : Throw.HasNoScope(nameof(converter), converter);
    }
}
