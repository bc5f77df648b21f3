using Cenote.Collections;

namespace Cenote.Tests.Collections;

public sealed class ManagedValuesTests
{
    private const int Slots = 5_000;

    private ManagedValues<string?> _values;

    public ManagedValuesTests()
    {
        _values.Initialize(clears: false);
        for (int i = 0; i < Slots; i++)
        {
            _values.EnsureSlot();
            Assert.Equal(i, _values.Take());
            _values[i] = "text";
        }
    }

    [Fact]
    public void Behind_the_last_value_that_is_left_nothing_refers_to_anything()
    {
        _values.Shrink(10);

        Assert.Equal("text", _values[9]);
        Assert.Null(_values[10]);
        Assert.Null(_values[11]);
    }

    [Fact]
    public void Arrays_that_hold_no_value_any_more_are_dropped()
    {
        long before = _values.ManagedBytes;
        Assert.True(_values.TryRead(Slots - 1, out _));

        _values.Shrink(10);

        Assert.False(_values.TryRead(Slots - 1, out _));
        Assert.InRange(_values.ManagedBytes, 1, before / 2 + 1_000);
    }
}
