using System.Text;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

public sealed class Utf8ManagedAllocationTests()
    : PoolAllocationTests<PooledUtf8String, byte>(new TestedUtf8Pool(new Utf8StringPool()))
{
    [Theory]
    [MemberData(nameof(TierLengths.All), MemberType = typeof(TierLengths))]
    public void Allocating_without_a_check_and_filling_in_place(int length)
    {
        using var pool = new Utf8StringPool();
        byte[] utf8 = Utf8Texts.Ascii(new Random(1), length);
        var ids = new PooledStringId[length > 10_000 ? 60 : 900];

        Check(() =>
        {
            for (int i = 0; i < ids.Length; i += 3)
            {
                ids[i] = pool.Allocate(utf8).Id;
                ids[i + 1] = pool.DangerousAllocate(utf8).Id;
                ids[i + 2] = pool.Create(length, i, static (text, i) => text.Fill((byte)(i & 0x7f))).Id;
            }

            foreach (PooledStringId id in ids)
            {
                pool.Free(id);
            }
        });
    }

    [Fact]
    public void Encoding_repairing_and_interpolating()
    {
        using var pool = new Utf8StringPool();
        string small = "größer als ein Byte 😀";
        string large = new('€', 1_000);
        byte[] invalid = [.. Encoding.UTF8.GetBytes(small), 0xff, 0xe2, 0x82];
        PooledUtf8String pooled = pool.Allocate(small);

        Check(() =>
        {
            for (int i = 0; i < 100; i++)
            {
                pool.Allocate(small).Free();
                pool.Allocate(large).Free();
                pool.Allocate(invalid).Free();
                pool.Allocate($"{small,30} = {i:N0} {pooled} {1.5:F3}").Free();
            }
        });
    }

    [Theory]
    [MemberData(nameof(TierLengths.All), MemberType = typeof(TierLengths))]
    public void Comparing_with_utf16(int length)
    {
        using var pool = new Utf8StringPool();
        string text = new('x', length);
        PooledUtf8String handle = pool.Allocate(text);
        PooledUtf8String other = pool.Allocate(text + "é");

        Check(() => Require(handle.Equals(text) && !other.Equals(text) && other.StartsWith(handle.AsSpan())));
    }

    [Fact]
    public void Clearing_and_trimming_beside_live_handles()
    {
        using var pool = new Utf8StringPool();

        Check(() =>
        {
            PooledUtf8String handle = pool.Allocate("some text"u8);
            pool.Clear();
            handle.Free();
            Require(!handle.IsAlive && !handle.TryGetSpan(out _) && handle == pool.Resolve(handle.Id));
            pool.Trim();
        });
    }
}
