using System.Collections.ObjectModel;
using System.Data;
using System.Data.Common;

namespace Cenote.Data;

/// <content>Members that forward to the inner reader. The base class would implement some of them with fewer features.</content>
internal partial class InterningDataReader
{
    private const DynamicallyAccessedMemberTypes FieldTypeMembers =
        DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.PublicProperties;

    /// <inheritdoc/>
    public override int Depth => reader.Depth;

    /// <inheritdoc/>
    public override int FieldCount => reader.FieldCount;

    /// <inheritdoc/>
    public override int VisibleFieldCount => reader.VisibleFieldCount;

    /// <inheritdoc/>
    public override bool HasRows => reader.HasRows;

    /// <inheritdoc/>
    public override bool IsClosed => reader.IsClosed;

    /// <inheritdoc/>
    public override int RecordsAffected => reader.RecordsAffected;

    /// <inheritdoc/>
    public override bool Read() => reader.Read();

    /// <inheritdoc/>
    public override Task<bool> ReadAsync(CancellationToken cancellationToken) => reader.ReadAsync(cancellationToken);

    /// <inheritdoc/>
    public override bool NextResult() => OnMoved(reader.NextResult());

    /// <inheritdoc/>
    public override async Task<bool> NextResultAsync(CancellationToken cancellationToken) =>
        OnMoved(await reader.NextResultAsync(cancellationToken).ConfigureAwait(false));

    /// <inheritdoc/>
    public override bool IsDBNull(int ordinal) => reader.IsDBNull(ordinal);

    /// <inheritdoc/>
    public override Task<bool> IsDBNullAsync(int ordinal, CancellationToken cancellationToken) =>
        reader.IsDBNullAsync(ordinal, cancellationToken);

    /// <inheritdoc/>
    public override bool GetBoolean(int ordinal) => reader.GetBoolean(ordinal);

    /// <inheritdoc/>
    public override byte GetByte(int ordinal) => reader.GetByte(ordinal);

    /// <inheritdoc/>
    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        reader.GetBytes(ordinal, dataOffset, buffer, bufferOffset, length);

    /// <inheritdoc/>
    public override char GetChar(int ordinal) => reader.GetChar(ordinal);

    /// <inheritdoc/>
    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        reader.GetChars(ordinal, dataOffset, buffer, bufferOffset, length);

    /// <inheritdoc/>
    public override DateTime GetDateTime(int ordinal) => reader.GetDateTime(ordinal);

    /// <inheritdoc/>
    public override decimal GetDecimal(int ordinal) => reader.GetDecimal(ordinal);

    /// <inheritdoc/>
    public override double GetDouble(int ordinal) => reader.GetDouble(ordinal);

    /// <inheritdoc/>
    public override float GetFloat(int ordinal) => reader.GetFloat(ordinal);

    /// <inheritdoc/>
    public override Guid GetGuid(int ordinal) => reader.GetGuid(ordinal);

    /// <inheritdoc/>
    public override short GetInt16(int ordinal) => reader.GetInt16(ordinal);

    /// <inheritdoc/>
    public override int GetInt32(int ordinal) => reader.GetInt32(ordinal);

    /// <inheritdoc/>
    public override long GetInt64(int ordinal) => reader.GetInt64(ordinal);

    /// <inheritdoc/>
    public override Stream GetStream(int ordinal) => reader.GetStream(ordinal);

    /// <inheritdoc/>
    public override TextReader GetTextReader(int ordinal) => reader.GetTextReader(ordinal);

    /// <inheritdoc/>
    public override string GetName(int ordinal) => reader.GetName(ordinal);

    /// <inheritdoc/>
    public override int GetOrdinal(string name) => reader.GetOrdinal(name);

    /// <inheritdoc/>
    public override string GetDataTypeName(int ordinal) => reader.GetDataTypeName(ordinal);

    /// <inheritdoc/>
    [return: DynamicallyAccessedMembers(FieldTypeMembers)]
    public override Type GetFieldType(int ordinal) => reader.GetFieldType(ordinal);

    /// <inheritdoc/>
    [return: DynamicallyAccessedMembers(FieldTypeMembers)]
    public override Type GetProviderSpecificFieldType(int ordinal) => reader.GetProviderSpecificFieldType(ordinal);

    /// <inheritdoc/>
    public override DataTable? GetSchemaTable() => reader.GetSchemaTable();

    /// <inheritdoc/>
    public override Task<DataTable?> GetSchemaTableAsync(CancellationToken cancellationToken = default) =>
        reader.GetSchemaTableAsync(cancellationToken);

    /// <inheritdoc/>
    public ReadOnlyCollection<DbColumn> GetColumnSchema() => reader.GetColumnSchema();

    /// <inheritdoc/>
    public override Task<ReadOnlyCollection<DbColumn>> GetColumnSchemaAsync(CancellationToken cancellationToken = default) =>
        reader.GetColumnSchemaAsync(cancellationToken);

    /// <inheritdoc/>
    public override void Close() => reader.Close();

    /// <inheritdoc/>
    public override Task CloseAsync() => reader.CloseAsync();

    /// <inheritdoc/>
    protected override DbDataReader GetDbDataReader(int ordinal) => reader.GetData(ordinal);

    // The base class would dispose the inner reader a second time, synchronously.
#pragma warning disable CA2215
    /// <inheritdoc/>
    public override ValueTask DisposeAsync() => reader.DisposeAsync();

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            reader.Dispose();
        }
    }
#pragma warning restore CA2215

    private bool OnMoved(bool atResult)
    {
        if (atResult)
        {
            choice?.MoveTo(reader);
            _trials?.Reset();
        }

        return atResult;
    }
}
