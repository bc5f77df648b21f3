using Cenote.Arenas;

namespace Cenote.Tests.Arenas;

public sealed class Utf8SizeClassTests
{
    [Fact]
    public void Every_text_fits_its_cell_and_no_cell_is_much_too_long()
    {
        int last = -1;
        int cellOfLast = 0;
        for (int length = 1; length <= Utf8SizeClass.MaxSharedLength; length++)
        {
            int sizeClass = Utf8SizeClass.Of(length);
            int cell = Utf8SizeClass.CellBytes(length);
            int needed = length + (length <= Utf8SizeClass.MaxExactLength ? Utf8SizeClass.GenerationBytes : Utf8SizeClass.LengthBytes);

            Assert.InRange(sizeClass, last, last + (length == Utf8SizeClass.MaxExactLength + 1 ? 2 : 1));
            Assert.Equal(sizeClass == last, cell == cellOfLast && length > 2);
            Assert.InRange(cell, needed, Math.Max(3, needed * 9 / 8));
            (last, cellOfLast) = (sizeClass, cell);
        }

        Assert.Equal(Utf8SizeClass.Count - 1, last);
    }
}
