using System.Reflection;
using System.Runtime.CompilerServices;
using Cenote.Memory.Contiguous;
using Cenote.Memory.Pages;
using Cenote.Strings;
using Cenote.Tests.Support;

namespace Cenote.Process.Tests.Strings;

public sealed class FinalizerBehaviorTests : PoolFinalizationTests<PooledString, char>
{
    private const int LongLength = 4 << 20;

    private static readonly string s_longText = "a" + new string('x', LongLength - 2) + "z";
    private static readonly char[] s_chars = new char[LongLength];
    private static readonly Lazy<PooledString> s_longTwin = new(static () => new UnmanagedStringPool(1).Allocate(s_longText));

    public static TheoryData<string, Func<PooledString[], object>, object> Reads => new()
    {
        {
            nameof(PooledString.GetHashCode),
            [MethodImpl(Optimized)] static object (box) => box[0].GetHashCode(),
            string.GetHashCode(s_longText)
        },
        { nameof(PooledString.Equals), [MethodImpl(Optimized)] static object (box) => box[0].Equals(s_longText.AsSpan()), true },
        { nameof(PooledString.ToString), [MethodImpl(Optimized)] static object (box) => box[0].ToString(), s_longText },
        { nameof(PooledString.LastIndexOf), [MethodImpl(Optimized)] static object (box) => box[0].LastIndexOf("a"), 0 },
        { nameof(PooledString.CompareTo), [MethodImpl(Optimized)] static object (box) => box[0].CompareTo(s_longTwin.Value), 0 },
        {
            nameof(PooledString.TryFormat),
            [MethodImpl(Optimized)] static object (box) =>
                box[0].TryFormat(s_chars, out _) && s_chars.AsSpan().SequenceEqual(s_longText),
            true
        },
        { nameof(PooledString.Insert), [MethodImpl(Optimized)] static object (box) => box[0].Insert(0, "!").EndsWith("z"), true },
        {
            nameof(PooledString.Duplicate),
            [MethodImpl(Optimized)] static object (box) => box[0].Duplicate().ToString(),
            s_longText
        },
    };

    [Fact]
    public void Pools_whose_constructor_failed_are_finalized_in_peace()
    {
        for (int failing = 0; failing < 3; failing++)
        {
            int first = failing;
            var pages = new FailingPageSource { Fails = request => request >= first };
            Assert.Throws<OutOfMemoryException>(() => new UnmanagedStringPool(100, true, pages, TimeProvider.System));
            Assert.Throws<ArgumentOutOfRangeException>(() => new UnmanagedStringPool(0));

            Collect();
            Assert.Equal(0, pages.Reservations);
        }
    }

    [Fact]
    public void A_pool_itself_has_no_finalizer_and_neither_have_its_handles()
    {
        Assert.Null(Finalizer(typeof(UnmanagedStringPool)));
        Assert.Null(Finalizer(typeof(PooledString)));
        Assert.NotNull(Finalizer(typeof(ContiguousMemory)));

        static MethodInfo? Finalizer(Type type) =>
            type.GetMethod("Finalize", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly);
    }

    [LongTheory]
    [MemberData(nameof(Reads))]
    public void A_read_keeps_the_pool_alive_until_it_is_done(
        string operation, Func<PooledString[], object> read, object expected) =>
        CheckRead(operation, read, expected);

    private protected override TestedPool<PooledString, char> MakePool(PageSource pages) =>
        new TestedUnmanagedPool(new UnmanagedStringPool(100, false, pages, TimeProvider.System) { AllowGrowth = true });

    private protected override TestedPool<PooledString, char> MakePool() => new TestedUnmanagedPool(new UnmanagedStringPool(100));

    private protected override PooledString MakeLong() => new UnmanagedStringPool(100).Allocate(s_longText);
}
