using System.Collections;
using System.Data;
using System.Data.Common;
using Cenote.Interning;

namespace Cenote.Data;

/// <summary>
/// Enumerates the rows of a reader through the enumerator of the inner reader, which may close that reader at the end.
/// </summary>
internal sealed class InterningEnumerator(DbDataReader reader, ExactInterner interner, ColumnChoice? choice, IEnumerator rows)
    : IEnumerator, IDisposable
{
    private readonly DbEnumerator _records = new(new Rows(reader, interner, choice, rows));

    /// <inheritdoc/>
    public object Current => _records.Current;

    /// <inheritdoc/>
    public bool MoveNext() => _records.MoveNext();

    /// <inheritdoc/>
    public void Reset() => rows.Reset();

    /// <inheritdoc/>
    public void Dispose() => (rows as IDisposable)?.Dispose();

    private sealed class Rows(DbDataReader reader, ExactInterner interner, ColumnChoice? choice, IEnumerator rows)
        : InterningDataReader(reader, interner, choice)
    {
        /// <inheritdoc/>
        public override bool Read() => rows.MoveNext();

        /// <inheritdoc/>
        public override int GetValues(object[] values) =>
            rows.Current is IDataRecord record ? Interned(values, record.GetValues(values)) : base.GetValues(values);
    }
}
