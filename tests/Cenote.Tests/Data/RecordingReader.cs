using System.Collections;
using System.Collections.ObjectModel;
using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Cenote.Tests.Data;

/// <summary>A reader of one column that records which member was called last.</summary>
internal sealed class RecordingReader : DbDataReader, IDbColumnSchemaGenerator
{
    private const DynamicallyAccessedMemberTypes FieldTypeMembers =
        DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.PublicProperties;

    /// <summary>The metadata name of the member that was called last.</summary>
    public string Last { get; private set; } = "";

    public override int Depth => Note(7, "get_Depth");

    public override int FieldCount => Note(1, "get_FieldCount");

    public override int VisibleFieldCount => Note(1, "get_VisibleFieldCount");

    public override bool HasRows => Note(true, "get_HasRows");

    public override bool IsClosed => Note(true, "get_IsClosed");

    public override int RecordsAffected => Note(9, "get_RecordsAffected");

    public override object this[int ordinal] => Note(1, "get_Item");

    public override object this[string name] => Note(1, "get_Item");

    public override void Close() => Note(0);

    public override Task CloseAsync() => Note(Task.CompletedTask);

    public override ValueTask DisposeAsync()
    {
        ValueTask disposal = base.DisposeAsync();
        return Note(disposal);
    }

    public override bool GetBoolean(int ordinal) => Note(true);

    public override byte GetByte(int ordinal) => Note((byte)1);

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) => Note(1L);

    public override char GetChar(int ordinal) => Note('a');

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) => Note(1L);

    public ReadOnlyCollection<DbColumn> GetColumnSchema() => Note(ReadOnlyCollection<DbColumn>.Empty);

    public override Task<ReadOnlyCollection<DbColumn>> GetColumnSchemaAsync(CancellationToken cancellationToken = default) =>
        Note(Task.FromResult(ReadOnlyCollection<DbColumn>.Empty));

    public override string GetDataTypeName(int ordinal) => Note("text");

    public override DateTime GetDateTime(int ordinal) => Note(DateTime.UnixEpoch);

    public override decimal GetDecimal(int ordinal) => Note(1m);

    public override double GetDouble(int ordinal) => Note(1.5);

    public override IEnumerator GetEnumerator() => Note(Array.Empty<int>().GetEnumerator());

    [return: DynamicallyAccessedMembers(FieldTypeMembers)]
    public override Type GetFieldType(int ordinal)
    {
        Note(0);
        return typeof(string);
    }

    public override T GetFieldValue<T>(int ordinal) => Note(default(T)!);

    public override Task<T> GetFieldValueAsync<T>(int ordinal, CancellationToken cancellationToken) =>
        Note(Task.FromResult(default(T)!));

    public override float GetFloat(int ordinal) => Note(1.5f);

    public override Guid GetGuid(int ordinal) => Note(Guid.Empty);

    public override short GetInt16(int ordinal) => Note((short)1);

    public override int GetInt32(int ordinal) => Note(1);

    public override long GetInt64(int ordinal) => Note(1L);

    public override string GetName(int ordinal) => Note("Name");

    public override int GetOrdinal(string name) => Note(0);

    [return: DynamicallyAccessedMembers(FieldTypeMembers)]
    public override Type GetProviderSpecificFieldType(int ordinal)
    {
        Note(0);
        return typeof(string);
    }

    public override object GetProviderSpecificValue(int ordinal) => Note(1);

    public override int GetProviderSpecificValues(object[] values) => Note(0);

    public override DataTable? GetSchemaTable() => Note<DataTable?>(null);

    public override Task<DataTable?> GetSchemaTableAsync(CancellationToken cancellationToken = default) =>
        Note(Task.FromResult<DataTable?>(null));

    public override Stream GetStream(int ordinal) => Note(Stream.Null);

    public override string GetString(int ordinal) => Note("text");

    public override TextReader GetTextReader(int ordinal) => Note(TextReader.Null);

    public override object GetValue(int ordinal) => Note(1);

    public override int GetValues(object[] values) => Note(0);

    public override bool IsDBNull(int ordinal) => Note(true);

    public override Task<bool> IsDBNullAsync(int ordinal, CancellationToken cancellationToken) => Note(Task.FromResult(true));

    public override bool NextResult() => Note(false);

    public override Task<bool> NextResultAsync(CancellationToken cancellationToken) => Note(Task.FromResult(false));

    public override bool Read() => Note(true);

    public override Task<bool> ReadAsync(CancellationToken cancellationToken) => Note(Task.FromResult(true));

    protected override DbDataReader GetDbDataReader(int ordinal) => Note(this);

    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        Note(0);
    }

    private T Note<T>(T result, [CallerMemberName] string member = "")
    {
        Last = member;
        return result;
    }
}
