using System.Collections;
using System.Data;
using System.Data.Common;

namespace Cenote.Tests.Data;

/// <summary>The rows of a table, with a provider-like enumerator.</summary>
/// <param name="table">The rows.</param>
/// <param name="closes">Whether the enumerator closes the reader; null for an enumerator that yields the reader itself.</param>
internal sealed class EnumeratedReader(DataTable table, bool? closes) : DbDataReader
{
    private readonly DataTableReader _rows = table.CreateDataReader();

    public int Reads { get; private set; }

    public bool IsEnumerationDisposed { get; private set; }

    public override int Depth => _rows.Depth;

    public override int FieldCount => _rows.FieldCount;

    public override bool HasRows => _rows.HasRows;

    public override bool IsClosed => _rows.IsClosed;

    public override int RecordsAffected => _rows.RecordsAffected;

    public override object this[int ordinal] => _rows[ordinal];

    public override object this[string name] => _rows[name];

    public override void Close() => _rows.Close();

    public override IEnumerator GetEnumerator() =>
        closes is bool closesReader ? new DbEnumerator(this, closesReader) : YieldItself();

    public override bool Read()
    {
        Reads++;
        return _rows.Read();
    }

    public override bool NextResult() => _rows.NextResult();

    public override bool IsDBNull(int ordinal) => _rows.IsDBNull(ordinal);

    public override bool GetBoolean(int ordinal) => _rows.GetBoolean(ordinal);

    public override byte GetByte(int ordinal) => _rows.GetByte(ordinal);

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        _rows.GetBytes(ordinal, dataOffset, buffer, bufferOffset, length);

    public override char GetChar(int ordinal) => _rows.GetChar(ordinal);

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        _rows.GetChars(ordinal, dataOffset, buffer, bufferOffset, length);

    public override string GetDataTypeName(int ordinal) => _rows.GetDataTypeName(ordinal);

    public override DateTime GetDateTime(int ordinal) => _rows.GetDateTime(ordinal);

    public override decimal GetDecimal(int ordinal) => _rows.GetDecimal(ordinal);

    public override double GetDouble(int ordinal) => _rows.GetDouble(ordinal);

    public override Type GetFieldType(int ordinal) => _rows.GetFieldType(ordinal);

    public override float GetFloat(int ordinal) => _rows.GetFloat(ordinal);

    public override Guid GetGuid(int ordinal) => _rows.GetGuid(ordinal);

    public override short GetInt16(int ordinal) => _rows.GetInt16(ordinal);

    public override int GetInt32(int ordinal) => _rows.GetInt32(ordinal);

    public override long GetInt64(int ordinal) => _rows.GetInt64(ordinal);

    public override string GetName(int ordinal) => _rows.GetName(ordinal);

    public override int GetOrdinal(string name) => _rows.GetOrdinal(name);

    public override string GetString(int ordinal) => _rows.GetString(ordinal);

    public override object GetValue(int ordinal) => _rows.GetValue(ordinal);

    public override int GetValues(object[] values) => _rows.GetValues(values);

    private IEnumerator<object> YieldItself()
    {
        try
        {
            while (Read())
            {
                yield return this;
            }
        }
        finally
        {
            IsEnumerationDisposed = true;
        }
    }
}
