using System.Reflection;
using System.Runtime.CompilerServices;
using Cenote.Memory.Contiguous;
using Cenote.Memory.Pages;
using Cenote.Memory.Rings;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

public sealed class FinalizationTests : PoolFinalizationTests<PooledStringRef, char>
{
    private const int LongLength = 4 << 20;

    private static readonly string s_longText = "a" + new string('x', LongLength - 2) + "z";
    private static readonly char[] s_chars = new char[LongLength];
    private static readonly Lazy<PooledStringRef> s_longTwin = new(static () => new SegmentedStringPool().Allocate(s_longText));

    public static TheoryData<string, Func<PooledStringRef[], object>, object> Reads => new()
    {
        {
            nameof(PooledStringRef.GetHashCode),
            [MethodImpl(Optimized)] static object (box) => box[0].GetHashCode(),
            string.GetHashCode(s_longText)
        },
        {
            nameof(PooledStringRef.Equals),
            [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longText.AsSpan()),
            true
        },
        { nameof(PooledStringRef.ToString), [MethodImpl(Optimized)] static object (box) => box[0].ToString(), s_longText },
        { nameof(PooledStringRef.IndexOf), [MethodImpl(Optimized)] static object (box) => box[0].IndexOf("z"), LongLength - 1 },
        { nameof(PooledStringRef.LastIndexOf), [MethodImpl(Optimized)] static object (box) => box[0].LastIndexOf("a"), 0 },
        { nameof(PooledStringRef.Contains), [MethodImpl(Optimized)] static object (box) => box[0].Contains("z"), true },
        {
            nameof(PooledStringRef.StartsWith),
            [MethodImpl(Optimized)] static object (box) => box[0].StartsWith(s_longText),
            true
        },
        { nameof(PooledStringRef.EndsWith), [MethodImpl(Optimized)] static object (box) => box[0].EndsWith(s_longText), true },
        {
            nameof(PooledStringRef.CompareTo),
            [MethodImpl(Optimized)] static object (box) => box[0].CompareTo(s_longTwin.Value),
            0
        },
        {
            nameof(PooledStringRef.TryFormat),
            [MethodImpl(Optimized)] static object (box) =>
                box[0].TryFormat(s_chars, out _) && s_chars.AsSpan().SequenceEqual(s_longText),
            true
        },
        {
            nameof(PooledStringComparer),
            [MethodImpl(Optimized)] static object (box) => PooledStringComparer.OrdinalIgnoreCase.GetHashCode(box[0]),
            string.GetHashCode(s_longText, StringComparison.OrdinalIgnoreCase)
        },
    };

    [Fact]
    public void Pools_whose_constructor_failed_are_finalized_in_peace()
    {
        var pages = new FailingPageSource { Fails = static _ => true };
        for (int i = 0; i < 10; i++)
        {
            Assert.Throws<OutOfMemoryException>(() => new SegmentedStringPool(new SegmentedStringPoolOptions(), pages));
            Assert.Throws<ArgumentOutOfRangeException>(
                () => new SegmentedStringPool(new SegmentedStringPoolOptions { SlabBytes = 0 }));
            Assert.Throws<ArgumentNullException>(() => new SegmentedStringPool(null!));
            Assert.Throws<InvalidOperationException>(
                () => new SegmentedStringPool(new SegmentedStringPoolOptions(), new BrokenPageSource()));
        }

        Collect();

        Assert.Equal(0, pages.Reservations);
    }

    [Fact]
    public void Of_what_a_pool_is_made_of_only_its_memory_has_a_finalizer()
    {
        IEnumerable<string> finalizable =
            from type in typeof(SegmentedStringPool).Assembly.GetTypes()
            where type.Namespace == typeof(SegmentedStringPool).Namespace
                || type.Namespace?.StartsWith("Cenote.Memory.", StringComparison.Ordinal) == true
            where !type.IsNested
            where type.GetMethod(
                "Finalize", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) is not null
            select type.Name;

        // The finalizable types: memory of pools, arenas and caches, the shared range cache, the guard of undisposed pools, and
        // mapped snapshots.
        string[] expected =
        [
            nameof(AddressSpace), nameof(ContiguousMemory), nameof(FinalizationGuard), nameof(MappedFile), nameof(RangeCache),
            nameof(RingMemory),
        ];
        Assert.Equal(expected, finalizable.Order());
    }

    [LongTheory]
    [MemberData(nameof(Reads))]
    public void A_read_keeps_the_pool_alive_until_it_is_done(
        string operation, Func<PooledStringRef[], object> read, object expected) =>
        CheckRead(operation, read, expected);

    private protected override TestedPool<PooledStringRef, char> MakePool(PageSource pages) =>
        new TestedStringPool(new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 1 << 18 }, pages));

    private protected override TestedPool<PooledStringRef, char> MakePool() =>
        new TestedStringPool(new SegmentedStringPool(new SegmentedStringPoolOptions { ReservedAddressBytes = 1 << 30 }));

    private protected override PooledStringRef MakeLong() => new SegmentedStringPool().Allocate(s_longText);

    private sealed unsafe class BrokenPageSource : PageSource
    {
        public override byte* TryReserve(nuint bytes) => throw new InvalidOperationException();

        public override bool TryCommit(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override bool Discard(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override bool CanMove => throw new InvalidOperationException();

        public override bool TryRenew(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override void PreferHugePages(byte* address, nuint bytes) => throw new InvalidOperationException();

        public override bool TryRelease(byte* address, nuint bytes) => throw new InvalidOperationException();
    }
}
