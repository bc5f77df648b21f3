using System.Runtime.CompilerServices;
using System.Text;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

public sealed class Utf8FinalizationTests : PoolFinalizationTests<PooledUtf8String, byte>
{
    private const int LongLength = 8 << 20;

    private static readonly string s_longText = "a" + new string('x', LongLength - 2) + "z";
    private static readonly byte[] s_longUtf8 = Encoding.UTF8.GetBytes(s_longText);
    private static readonly char[] s_chars = new char[LongLength];
    private static readonly byte[] s_bytes = new byte[LongLength];
    private static readonly Lazy<PooledUtf8String> s_longTwin = new(static () => new Utf8StringPool().Allocate(s_longUtf8));

    public static TheoryData<string, Func<PooledUtf8String[], object>, object> Reads => new()
    {
        {
            nameof(PooledUtf8String.GetHashCode),
            [MethodImpl(Optimized)] static object (box) => box[0].GetHashCode(),
            Utf8Hash.Compute(s_longUtf8)
        },
        {
            nameof(PooledUtf8String.Equals),
            [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longUtf8.AsSpan()),
            true
        },
        { "Equals with UTF-16", [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longText), true },
        { nameof(PooledUtf8String.ToString), [MethodImpl(Optimized)] static object (box) => box[0].ToString(), s_longText },
        {
            nameof(PooledUtf8String.IndexOf),
            [MethodImpl(Optimized)] static object (box) => box[0].IndexOf("z"u8),
            LongLength - 1
        },
        { nameof(PooledUtf8String.LastIndexOf), [MethodImpl(Optimized)] static object (box) => box[0].LastIndexOf("a"u8), 0 },
        { nameof(PooledUtf8String.Contains), [MethodImpl(Optimized)] static object (box) => box[0].Contains("z"u8), true },
        {
            nameof(PooledUtf8String.StartsWith),
            [MethodImpl(Optimized)] static object (box) => box[0].StartsWith(s_longUtf8),
            true
        },
        { nameof(PooledUtf8String.EndsWith), [MethodImpl(Optimized)] static object (box) => box[0].EndsWith(s_longUtf8), true },
        {
            nameof(PooledUtf8String.CompareTo),
            [MethodImpl(Optimized)] static object (box) => box[0].CompareTo(s_longTwin.Value),
            0
        },
        {
            "TryFormat as UTF-16",
            [MethodImpl(Optimized)] static object (box) =>
                box[0].TryFormat(s_chars, out _) && s_chars.AsSpan().SequenceEqual(s_longText),
            true
        },
        {
            "TryFormat as UTF-8",
            [MethodImpl(Optimized)] static object (box) =>
                box[0].TryFormat(s_bytes, out _) && s_bytes.AsSpan().SequenceEqual(s_longUtf8),
            true
        },
        {
            nameof(PooledUtf8Comparer),
            [MethodImpl(Optimized)] static object (box) => PooledUtf8Comparer.Ordinal.Equals(s_longUtf8, box[0]),
            true
        },
    };

    [Fact]
    public void Pools_whose_constructor_failed_are_finalized_in_peace()
    {
        var pages = new FailingPageSource { Fails = static _ => true };
        for (int i = 0; i < 10; i++)
        {
            Assert.Throws<OutOfMemoryException>(() => new Utf8StringPool(new Utf8StringPoolOptions(), pages));
            Assert.Throws<ArgumentOutOfRangeException>(() => new Utf8StringPool(new Utf8StringPoolOptions { SlabBytes = 0 }));
        }

        Collect();

        Assert.Equal(0, pages.Reservations);
    }

    [LongTheory]
    [MemberData(nameof(Reads))]
    public void A_read_keeps_the_pool_alive_until_it_is_done(
        string operation, Func<PooledUtf8String[], object> read, object expected) =>
        CheckRead(operation, read, expected);

    private protected override TestedPool<PooledUtf8String, byte> MakePool(PageSource pages) =>
        new TestedUtf8Pool(new Utf8StringPool(new Utf8StringPoolOptions { ReservedAddressBytes = 1 << 18 }, pages));

    private protected override TestedPool<PooledUtf8String, byte> MakePool() =>
        new TestedUtf8Pool(new Utf8StringPool(new Utf8StringPoolOptions { ReservedAddressBytes = 1 << 30 }));

    private protected override PooledUtf8String MakeLong() => new Utf8StringPool().DangerousAllocate(s_longUtf8);
}
