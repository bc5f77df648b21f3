using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Cenote.Tests.Collections.Native;

/// <summary>A key with padding bytes of any content.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct PaddedKey(byte Small, long Large)
{
    /// <summary>The same key with different padding bytes.</summary>
    public static PaddedKey WithGarbage(byte small, long large, byte garbage)
    {
        PaddedKey key = default;
        Span<byte> bytes = MemoryMarshal.AsBytes(new Span<PaddedKey>(ref key));
        bytes.Fill(garbage);
        bytes[0] = small;
        Unsafe.WriteUnaligned(ref bytes[8], large);
        return key;
    }
}

/// <summary>A key of integers without padding.</summary>
internal readonly record struct PairKey(int Row, int Column);

/// <summary>A key of three bytes.</summary>
internal readonly record struct OddKey(byte First, byte Second, byte Third);

/// <summary>A key with only one or a few distinct hash codes.</summary>
internal readonly struct CollidingKey(int number, int codes) : IEquatable<CollidingKey>
{
    public int Number { get; } = number;

    public bool Equals(CollidingKey other) => Number == other.Number;

    public override bool Equals(object? obj) => obj is CollidingKey other && Equals(other);

    public override int GetHashCode() => Number % codes;
}

/// <summary>A key that runs a test's action once, at its next comparison or hash.</summary>
internal readonly struct HostileKey(int number) : IEquatable<HostileKey>
{
    [ThreadStatic]
    public static Action? OnEquals;

    [ThreadStatic]
    public static Action? OnHash;

    public int Number { get; } = number;

    public bool Equals(HostileKey other)
    {
        Once(ref OnEquals);
        return Number == other.Number;
    }

    public override bool Equals(object? obj) => obj is HostileKey other && Equals(other);

    public override int GetHashCode()
    {
        Once(ref OnHash);
        return Number;
    }

    private static void Once(ref Action? action)
    {
        Action? now = action;
        action = null;
        now?.Invoke();
    }
}

/// <summary>Compares numbers, and runs a test's action at one of its comparisons.</summary>
/// <param name="codes">The number of hash codes.</param>
internal sealed class HostileComparer(int codes) : IEqualityComparer<int>
{
    private int _left;
    private Action? _onEquals;

    /// <summary>Whether all comparisons return false from now on.</summary>
    public bool Denies { get; set; }

    public bool HasActed => _onEquals is null;

    /// <summary>Sets an action that runs once, after a number of comparisons.</summary>
    public void Prepare(int comparisons, Action onEquals)
    {
        _left = comparisons;
        _onEquals = onEquals;
    }

    public bool Equals(int x, int y)
    {
        if (_onEquals is { } now && _left-- == 0)
        {
            _onEquals = null;
            now();
        }

        return !Denies && x == y;
    }

    public int GetHashCode(int obj) => obj % codes;
}

/// <summary>A value of 56 bytes that includes a checksum, so that torn reads are detected.</summary>
[InlineArray(Words)]
internal struct CheckedValue : IEquatable<CheckedValue>
{
    public const int Words = 7;

    private long _first;

    public readonly bool IsWhole
    {
        get
        {
            long sum = 0;
            for (int i = 0; i < Words - 1; i++)
            {
                sum = (sum * 31) + this[i];
            }

            return sum == this[Words - 1];
        }
    }

    public readonly long Number => this[0];

    public readonly bool Equals(CheckedValue other) => ((ReadOnlySpan<long>)this).SequenceEqual(other);

    public override readonly bool Equals(object? obj) => obj is CheckedValue other && Equals(other);

    public override readonly int GetHashCode() => Number.GetHashCode();

    public static CheckedValue Of(long number)
    {
        CheckedValue value = default;
        long sum = 0;
        for (int i = 0; i < Words - 1; i++)
        {
            value[i] = number + (i * 0x1234_5678_9abc);
            sum = (sum * 31) + value[i];
        }

        value[Words - 1] = sum;
        return value;
    }
}

/// <summary>A value of 2,000 bytes, so that a dictionary soon requests more memory.</summary>
[InlineArray(Bytes)]
internal struct WideValue : IEquatable<WideValue>
{
    private const int Bytes = 2_000;

    private byte _first;

    public static WideValue Of(int number)
    {
        WideValue value = default;
        ((Span<byte>)value).Fill((byte)number);
        return value;
    }

    public readonly bool Equals(WideValue other) => ((ReadOnlySpan<byte>)this).SequenceEqual(other);

    public override readonly bool Equals(object? obj) => obj is WideValue other && Equals(other);

    public override readonly int GetHashCode() => _first;
}
