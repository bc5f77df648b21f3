using System.Collections;
using System.Data.Common;
using Cenote.Interning;

namespace Cenote.Data;

/// <summary>A reader that interns the strings of an inner reader and forwards everything else.</summary>
/// <param name="reader">The inner reader, which this one owns.</param>
/// <param name="interner">The interner.</param>
/// <param name="choice">The columns to intern; null for all columns whose strings repeat.</param>
internal partial class InterningDataReader(DbDataReader reader, ExactInterner interner, ColumnChoice? choice)
    : DbDataReader, IDbColumnSchemaGenerator
{
    private readonly ColumnTrials? _trials = choice is null ? new ColumnTrials() : null;

    /// <inheritdoc/>
    public override object this[int ordinal] => Interned(ordinal, reader[ordinal]);

    /// <inheritdoc/>
    public override object this[string name] =>
        reader[name] is var value && value is string ? Interned(reader.GetOrdinal(name), value) : value;

    /// <inheritdoc/>
    public override string GetString(int ordinal) => Interned(ordinal, reader.GetString(ordinal));

    /// <inheritdoc/>
    public override object GetValue(int ordinal) => Interned(ordinal, reader.GetValue(ordinal));

    /// <inheritdoc/>
    public override object GetProviderSpecificValue(int ordinal) => Interned(ordinal, reader.GetProviderSpecificValue(ordinal));

    /// <inheritdoc/>
    public override T GetFieldValue<T>(int ordinal) => Interned(ordinal, reader.GetFieldValue<T>(ordinal));

    /// <inheritdoc/>
    public override int GetValues(object[] values) => Interned(values, reader.GetValues(values));

    /// <inheritdoc/>
    public override int GetProviderSpecificValues(object[] values) => Interned(values, reader.GetProviderSpecificValues(values));

    /// <inheritdoc/>
    public override Task<T> GetFieldValueAsync<T>(int ordinal, CancellationToken cancellationToken)
    {
        Task<T> value = reader.GetFieldValueAsync<T>(ordinal, cancellationToken);
        return typeof(T).IsValueType || !IsChosen(ordinal) ? value : InternedAsync(ordinal, value);
    }

    /// <inheritdoc/>
    public override IEnumerator GetEnumerator() =>
        new InterningEnumerator(reader, interner, choice, reader.GetEnumerator());

    private bool IsChosen(int ordinal) => choice?.Contains(ordinal) ?? _trials!.Continues(ordinal);

    // For a value type, the JIT reduces this method to returning the value.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Interned<T>(int ordinal, T value) =>
        value is string text && IsChosen(ordinal) ? (T)(object)InternField(ordinal, text) : value;

    private string InternField(int ordinal, string text)
    {
        if (text.Length == 0)
        {
            return string.Empty;
        }

        string kept = interner.Intern(text);
        _trials?.Note(ordinal, found: !ReferenceEquals(kept, text));
        return kept;
    }

    private protected int Interned(object[] values, int count)
    {
        for (int i = 0; i < count; i++)
        {
            values[i] = Interned(i, values[i]);
        }

        return count;
    }

    private async Task<T> InternedAsync<T>(int ordinal, Task<T> value) => Interned(ordinal, await value.ConfigureAwait(false));
}
