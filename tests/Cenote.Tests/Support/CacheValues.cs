using System.Buffers.Binary;

namespace Cenote.Tests.Support;

/// <summary>Values that show whether they are whole, and to which key they belong.</summary>
internal static class CacheValues
{
    /// <summary>The length of the smallest value, in bytes.</summary>
    public const int LeastLength = 16;

    /// <summary>A value of a key: the key, its length, a number, and bytes derived from the key and the number.</summary>
    public static byte[] Make(int key, long number, int length)
    {
        byte[] value = new byte[Math.Max(length, LeastLength)];
        BinaryPrimitives.WriteInt32LittleEndian(value, key);
        BinaryPrimitives.WriteInt32LittleEndian(value.AsSpan(4), value.Length);
        BinaryPrimitives.WriteInt64LittleEndian(value.AsSpan(8), number);
        for (int i = LeastLength; i < value.Length; i++)
        {
            value[i] = Mark(key, number, i);
        }

        return value;
    }

    /// <summary>Returns the number of a value, which must be whole and belong to this key.</summary>
    public static long Check(int key, ReadOnlySpan<byte> value)
    {
        long number = BinaryPrimitives.ReadInt64LittleEndian(value[8..]);
        bool isWhole = BinaryPrimitives.ReadInt32LittleEndian(value) == key
            && BinaryPrimitives.ReadInt32LittleEndian(value[4..]) == value.Length;
        for (int i = LeastLength; isWhole && i < value.Length; i++)
        {
            isWhole = value[i] == Mark(key, number, i);
        }

        Assert.True(isWhole, $"A value of key {key} is torn, or belongs to another key.");
        return number;
    }

    private static byte Mark(int key, long number, int i) => (byte)((key * 31) + (number * 17) + (i * 7));
}
