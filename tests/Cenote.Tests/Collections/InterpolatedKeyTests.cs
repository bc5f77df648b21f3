using System.Globalization;
using Cenote.Collections;
using Cenote.Formatting;

namespace Cenote.Tests.Collections;

/// <summary>Interpolated keys equal the strings that the compiler would create.</summary>
public sealed class InterpolatedKeyTests : IDisposable
{
    private readonly PooledStringDictionary<int> _dictionary = new();

    public void Dispose() => _dictionary.Dispose();

    [Fact]
    public void Every_shape_of_a_hole_gives_the_text_of_the_string()
    {
        string? none = null;
        object boxed = 1.5m;
        DateTime time = new(2026, 1, 2, 3, 4, 5);
        ReadOnlySpan<char> span = "span";
        Add(
            $"{1}{'c'}{none}{boxed}{time:O}{-1,8}{2,-8:x4}{"text",10}{"text",-10}|"
            + $"{span}{span,8}{span,-8}|{none,3}{DayOfWeek.Friday}{1.5:f3}");
        Assert.Equal(
            string.Create(
                CultureInfo.CurrentCulture,
                $"{1}{'c'}{none}{boxed}{time:O}{-1,8}{2,-8:x4}{"text",10}{"text",-10}|"
                + $"{span}{span,8}{span,-8}|{none,3}{DayOfWeek.Friday}{1.5:f3}"),
            TheKey());
    }

    // The handler stores keys of up to 128 chars inline and longer keys in a per-thread cached buffer.
    [Fact]
    public void Keys_of_any_length_are_formatted()
    {
        for (int length = 200; length < 1_300; length += 13)
        {
            string part = new('p', length);
            Assert.True(_dictionary.TryAdd($"{length}{part}{length}", length));
            Assert.True(_dictionary.TryAdd($"{length,300}{part.AsSpan(),600}{length:d270}", length));
            Assert.Equal(length, _dictionary[$"{length}" + part + length.ToString(CultureInfo.CurrentCulture)]);
            string longer = $"{length,300}{part,600}{length:d270}";
            Assert.Equal(length, _dictionary[longer]);
        }

        const string Long =
            "a constant that is longer than what stands in the handler, again and again, again and again, again, ";
        int number = 7;
        Assert.True(_dictionary.TryAdd($"{Long + Long + Long}{number}", 7));
        Assert.Equal(7, _dictionary[(Long + Long + Long + "7").AsSpan()]);
    }

    [Fact]
    public void An_indexer_uses_its_key_twice_and_others_in_between()
    {
        int i = 5;
        _dictionary[$"key {i}"] = 1;
        _dictionary[$"other {i}"] = 10;
        _dictionary[$"key {i}"] += _dictionary[$"other {i}"] + _dictionary[$"key {i}"];
        _dictionary[$"key {i}"]++;

        Assert.Equal((13, 10, 2), (_dictionary["key 5"], _dictionary["other 5"], _dictionary.Count));
    }

    [Fact]
    public void A_hole_may_look_up_by_interpolation_itself()
    {
        _dictionary.Add("1", 2);
        _dictionary.Add("key 2", 3);
        int one = 1;

        Assert.True(_dictionary.ContainsKey($"key {_dictionary[$"{one}"]}"));
    }

    [Fact]
    public void A_hole_that_throws_changes_nothing()
    {
        Assert.Throws<FormatException>(() => _dictionary.TryAdd($"key {Guid.Empty:?}", 1));
        Assert.Throws<KeyNotFoundException>(() => _dictionary[$"none {1}"]);
        Assert.True(_dictionary.IsEmpty);
    }

    private void Add(ref StringHandler key) => _dictionary.Add(ref key, 1);

    private string TheKey() => _dictionary.Single().Key;
}
