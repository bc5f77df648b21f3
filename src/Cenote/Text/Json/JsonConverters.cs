using System.Text.Json;
using System.Text.Json.Serialization;
using Cenote.Arenas;
using Cenote.Interning;
using Cenote.Strings;

namespace Cenote.Text.Json;

/// <summary>
/// Converters of System.Text.Json that read JSON strings and property names into an interner, a table, a pool or an arena.
/// </summary>
/// <remarks>
/// A converter in <see cref="JsonSerializerOptions.Converters"/> is used for every value and dictionary key of its type;
/// <see cref="For{T}"/> gives it to some properties only. All of them write the text again. A converter may be used by as many
/// threads as what it reads into.
/// </remarks>
/// <example>
/// The states repeat, the names do not:
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
    /// <summary>A converter with the strings of <see cref="BoundedStringInterner.Shared"/>.</summary>
    /// <inheritdoc cref="Interning(IStringInterner)"/>
    public static JsonConverter<string> Interning() => Interning(BoundedStringInterner.Shared);

    /// <summary>
    /// A converter that reads strings of an interner: a text that is there already is found by its UTF-8, and no string is made.
    /// </summary>
    /// <remarks>
    /// What is read and written is the same as without it, and wrong input fails in the same way. Texts beyond the limits of the
    /// interner get a string of their own. Where texts differ from object to object, such as names and keys, each takes the
    /// place of another text: choose the properties that repeat by <see cref="For{T}"/>.
    /// </remarks>
    /// <param name="interner">Where the strings come from; its <see cref="IStringInterner.Comparison"/> must be ordinal.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="interner"/> is null.</exception>
    /// <exception cref="ArgumentException">The interner ignores case, so two keys of a document could become one.</exception>
    public static JsonConverter<string> Interning(IStringInterner interner) =>
        new InterningStringConverter(new ExactInterner(interner));

    /// <summary>
    /// A converter that reads a text as its id in a table, and writes the text of an id. No managed string is made either way.
    /// </summary>
    /// <remarks>
    /// It reads every <see cref="int"/>, and JSON numbers fail. Where there are numbers as well, choose the properties by
    /// <see cref="For{T}"/>. Reading throws <see cref="OutOfMemoryException"/> if a text is new and beyond a limit of the table,
    /// writing <see cref="ArgumentOutOfRangeException"/> if the table has not given out the id.
    /// </remarks>
    /// <param name="table">The table, to which new texts are added. Dispose it after the last use of the converter.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="table"/> is null.</exception>
    public static JsonConverter<int> TableIds(StringTable table)
    {
        ArgumentNullException.ThrowIfNull(table);
        return new StringTableIdConverter(table);
    }

    /// <summary>A converter that reads into a pool. No managed string is made. Handles of any pool are written.</summary>
    /// <remarks>
    /// <para>Strings are read within a <see cref="PooledStringScope"/> only, because the serializer drops handles that the caller
    /// never sees: those of a document that fails, and those of properties that repeat. The scope frees the former. The latter
    /// are refused by <see cref="JsonSerializerOptions.AllowDuplicateProperties"/>, which must be false. After
    /// <see cref="PooledStringScope.Keep"/> the caller owns what was read: free each handle, or clear or dispose the pool.
    /// Reading throws <see cref="NotSupportedException"/> if there is no scope or duplicate properties are allowed, and
    /// <see cref="OutOfMemoryException"/> if the pool has reached its limit or memory is refused.</para>
    /// <para>Sets and other collections that drop equal elements also drop their handles. Read a list, or into an arena
    /// (<see cref="InArena"/>), which releases all strings at once.</para>
    /// </remarks>
    /// <param name="pool">The pool.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is null.</exception>
    public static JsonConverter<PooledStringRef> InPool(StringPool pool)
    {
        ArgumentNullException.ThrowIfNull(pool);
        return new PooledStringRefConverter(pool);
    }

    /// <summary>A converter that reads into an arena. No managed string is made. Values of any arena are written.</summary>
    /// <remarks>
    /// What was read is valid until the arena is reset or disposed. Of a document that fails, the texts that were read up to
    /// there stay in the arena. Reading throws <see cref="OutOfMemoryException"/> if the arena has reached its limit or memory
    /// is refused. For one thread at a time, as the arena.
    /// </remarks>
    /// <param name="arena">The arena.</param>
    /// <returns>The converter.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="arena"/> is null.</exception>
    public static JsonConverter<ArenaString> InArena(StringArena arena)
    {
        ArgumentNullException.ThrowIfNull(arena);
        return new ArenaStringConverter(arena);
    }

    /// <summary>Opens a scope that owns what the converter reads, here and in the asynchronous calls made from here.</summary>
    /// <param name="converter">A converter of <see cref="InPool"/>.</param>
    /// <returns>The scope. Dispose it where it was made. A scope within another one takes its place until it is
    /// disposed.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="converter"/> is null.</exception>
    /// <exception cref="ArgumentException">The converter is another one.</exception>
    public static PooledStringScope BeginScope(this JsonConverter<PooledStringRef> converter)
    {
        ArgumentNullException.ThrowIfNull(converter);
        return converter is PooledStringRefConverter ofPool ? ofPool.BeginScope() : Throw.HasNoScope(nameof(converter), converter);
    }
}
