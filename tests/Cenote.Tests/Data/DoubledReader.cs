using System.Collections;
using System.Data.Common;

namespace Cenote.Tests.Data;

/// <summary>A row of a join with two columns of the same name and value.</summary>
internal sealed class DoubledReader : DbDataReader
{
    private readonly string[] _values = [new("Tabasco"), new("Tabasco")];

    public override int Depth => 0;

    public override int FieldCount => _values.Length;

    public override bool HasRows => true;

    public override bool IsClosed => false;

    public override int RecordsAffected => -1;

    public override object this[int ordinal] => _values[ordinal];

    public override object this[string name] => _values[GetOrdinal(name)];

    public override bool GetBoolean(int ordinal) => throw new InvalidCastException();

    public override byte GetByte(int ordinal) => throw new InvalidCastException();

    public override long GetBytes(int ordinal, long dataOffset, byte[]? buffer, int bufferOffset, int length) =>
        throw new InvalidCastException();

    public override char GetChar(int ordinal) => throw new InvalidCastException();

    public override long GetChars(int ordinal, long dataOffset, char[]? buffer, int bufferOffset, int length) =>
        throw new InvalidCastException();

    public override string GetDataTypeName(int ordinal) => "text";

    public override DateTime GetDateTime(int ordinal) => throw new InvalidCastException();

    public override decimal GetDecimal(int ordinal) => throw new InvalidCastException();

    public override double GetDouble(int ordinal) => throw new InvalidCastException();

    public override IEnumerator GetEnumerator() => _values.GetEnumerator();

    public override Type GetFieldType(int ordinal) => typeof(string);

    public override float GetFloat(int ordinal) => throw new InvalidCastException();

    public override Guid GetGuid(int ordinal) => throw new InvalidCastException();

    public override short GetInt16(int ordinal) => throw new InvalidCastException();

    public override int GetInt32(int ordinal) => throw new InvalidCastException();

    public override long GetInt64(int ordinal) => throw new InvalidCastException();

    public override string GetName(int ordinal) => "State";

    public override int GetOrdinal(string name) => 0;

    public override string GetString(int ordinal) => _values[ordinal];

    public override object GetValue(int ordinal) => _values[ordinal];

    public override int GetValues(object[] values)
    {
        _values.CopyTo(values, 0);
        return _values.Length;
    }

    public override bool IsDBNull(int ordinal) => false;

    public override bool NextResult() => false;

    public override bool Read() => true;
}
