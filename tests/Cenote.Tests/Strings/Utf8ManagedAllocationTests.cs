using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Tests.Strings;

/// <summary>
/// In steady state a UTF-8 pool allocates nothing on the managed heap. Alone, for the JIT compiler optimizes late while other
/// tests run.
/// </summary>
[Collection(nameof(Alone))]
public sealed class Utf8ManagedAllocationTests : IDisposable
{
    private const int Strings = 1_000;

    private readonly Utf8StringPool _pool = new();
    private readonly PooledStringId[] _ids = new PooledStringId[Strings];

    public static TheoryData<int> Lengths => [1, 3, 16, 256, 257, 2_000, 80_000];

    public void Dispose() => _pool.Dispose();

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Allocating_and_freeing(int length)
    {
        byte[] utf8 = Utf8Texts.Ascii(new Random(1), length);
        int strings = length > 10_000 ? 20 : 300;

        Check(() =>
        {
            for (int i = 0; i < strings; i++)
            {
                _ids[3 * i] = _pool.Allocate(utf8).Id;
                _ids[(3 * i) + 1] = _pool.DangerousAllocate(utf8).Id;
                _ids[(3 * i) + 2] = _pool.Create(length, i, static (text, i) => text.Fill((byte)(i & 0x7f))).Id;
            }

            foreach (PooledStringId id in _ids)
            {
                _pool.Free(id);
            }
        });
    }

    [Fact]
    public void Encoding_repairing_and_interpolating()
    {
        string small = "größer als ein Byte 😀";
        string large = new('€', 1_000);
        byte[] invalid = [.. Encoding.UTF8.GetBytes(small), 0xff, 0xe2, 0x82];
        PooledUtf8String pooled = _pool.Allocate(small);

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                _pool.Allocate(small).Free();
                _pool.Allocate(large).Free();
                _pool.Allocate(invalid).Free();
                _pool.Allocate($"{small,30} = {i:N0} {pooled} {1.5:F3}").Free();
            }
        });
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Reading_comparing_searching_and_formatting(int length)
    {
        string text = new('x', length);
        PooledUtf8String handle = _pool.Allocate(text);
        PooledUtf8String twin = handle.Duplicate();
        PooledUtf8String other = _pool.Allocate(text + "é");
        char[] chars = new char[length];
        byte[] bytes = new byte[length];

        Check(() =>
        {
            Require(handle.AsSpan().Length == length && _pool.AsSpan(handle.Id)[0] == handle[^1]);
            Require(handle == twin && handle.GetHashCode() == twin.GetHashCode() && handle.CompareTo(twin) == 0);
            Require(handle.Equals(text) && !other.Equals(text) && other.StartsWith(handle.AsSpan()));
            Require(handle.IndexOf("x"u8) == 0 && handle.LastIndexOf("x"u8) == length - 1 && handle.Contains("x"u8) && handle.EndsWith("x"u8));
            Require(handle.SubstringSpan(0, 1).Length == 1 && handle.IsAlive && !handle.IsEmpty);
            Require(handle.TryFormat(chars, out _) && handle.TryFormat(bytes, out _));
            Require(_pool.Resolve(handle.Id).TryGetSpan(out _) && _pool.TryGetSpan(handle.Id, out _));
        });
    }

    [Fact]
    public void Editing_clearing_trimming_and_counting()
    {
        Check(() =>
        {
            PooledUtf8String handle = _pool.Allocate("some text to edit"u8);
            for (int i = 0; i < 100; i++)
            {
                handle.Insert(4, "thing in a"u8).Free();
                handle.Replace("e"u8, "ee"u8).Free();
                handle.Duplicate().Free();
            }

            Require(_pool.GetStatistics().ActiveAllocations == 1 && _pool.ActiveAllocations == 1);
            _pool.Clear();
            handle.Free();
            Require(!handle.IsAlive && !handle.TryGetSpan(out _) && handle == _pool.Resolve(handle.Id));
            _pool.Trim();
        });
    }

    private static void Check(Action code) => Assert.Equal(0, ManagedAllocations.Of(code));

    // The assertions of xunit allocate.
    private static void Require(bool condition)
    {
        if (!condition)
        {
            Assert.Fail("The code under test does not do what is measured.");
        }
    }
}
