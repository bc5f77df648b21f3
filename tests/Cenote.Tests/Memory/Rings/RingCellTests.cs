using System.Runtime.InteropServices;
using Cenote.Memory.Rings;

namespace Cenote.Tests.Memory.Rings;

public sealed unsafe class RingCellTests : IDisposable
{
    private readonly RingCell* _cell = (RingCell*)NativeMemory.Alloc(256);

    public void Dispose() => NativeMemory.Free(_cell);

    [Theory]
    [InlineData(EntryTerms.Never, EntryTerms.Never, 0)]
    [InlineData(9_000, EntryTerms.Never, 0)]
    [InlineData(EntryTerms.Never, EntryTerms.Never, 7)]
    [InlineData(9_000, EntryTerms.Never, 7)]
    [InlineData(9_000, 123, 0)]
    [InlineData(EntryTerms.Never, 123, 7)]
    [InlineData(9_000, 123, 7)]
    public void A_late_record_of_a_use_does_not_overwrite_a_later_one(long end, long moment, ulong tag)
    {
        var terms = new EntryTerms(end, moment, sliding: 500, lastUse: 1_100, tag, tagTime: 3);
        uint form = RingCell.FormFor(5, narrow: true, in terms);
        RingCell.Write(_cell, hash: 1, form, valueLength: 10, (uint)RingCell.UnitsFor(form, 10), in terms);

        RingCell.WriteLastUse(_cell, 100);
        Assert.Equal(1_100, RingCell.ReadTerms(_cell, form).LastUse);
        Assert.False(RingCell.ReadTerms(_cell, form).IsExpired(new CacheTime(1_200, 122)));

        RingCell.WriteLastUse(_cell, 1_150);
        Assert.Equal(1_150, RingCell.ReadTerms(_cell, form).LastUse);
        Assert.Equal((end, moment, 500, tag), Others());

        (long, long, long, ulong) Others()
        {
            EntryTerms read = RingCell.ReadTerms(_cell, form);
            return (read.End, read.Moment, read.Sliding, read.TagHash);
        }
    }
}
