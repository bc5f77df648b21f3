#include "sort_corpus.h"

namespace cenote
{

namespace
{

std::u16string word(SplitMix64& random, std::size_t length, char16_t last)
{
    std::u16string units(length, u'a');
    for (char16_t& unit : units)
    {
        unit = static_cast<char16_t>(u'a' + random.below(last - u'a' + 1U));
    }

    return units;
}

std::u16string any_units(SplitMix64& random, std::size_t length)
{
    std::u16string units(length, u'\0');
    for (char16_t& unit : units)
    {
        unit = static_cast<char16_t>(random.next());
    }

    return units;
}

std::u16string number(std::size_t value)
{
    const std::string digits = std::to_string(value);
    return {digits.begin(), digits.end()};
}

std::u16string near_surrogates(SplitMix64& random)
{
    const auto unit = [&random] { return static_cast<char16_t>(0xD7F0 + random.below(0x820)); };
    return {unit(), unit()};
}

std::u16string one_bit_in_each_unit(SplitMix64& random)
{
    std::u16string units(12, u'\0');
    for (char16_t& unit : units)
    {
        unit = static_cast<char16_t>(1U << random.below(16));
    }

    return units;
}

} // namespace

const std::vector<SortCorpus>& SortCorpus::all()
{
    using Random = SplitMix64;
    using Text = std::u16string;
    static const std::vector<SortCorpus> corpora{
        {"tiny", [](Random& random, std::size_t) { return u"#" + number(random.below(20'000)); }},
        {"words", [](Random& random, std::size_t) { return word(random, random.below(12), u'z'); }},
        {"paths", [](Random& random, std::size_t)
         { return u"/home/" + word(random, 2, u'c') + u"/source/File" + number(random.below(3'000)) + u".cs"; }},
        {"numbers", [](Random& random, std::size_t) { return number(random.next() >> random.below(64)); }},
        {"sorted", [](Random&, std::size_t index) { return u"text number " + number(1'000'000 + index); }},
        {"reversed", [](Random&, std::size_t index) { return u"text number " + number(9'000'000 - index); }},
        {"all_empty", [](Random&, std::size_t) { return Text(); }},
        {"all_equal_and_short", [](Random&, std::size_t) { return Text(u"equal"); }},
        {"all_equal_and_long", [](Random&, std::size_t) { return Text(500, u'e'); }},
        {"two_values", [](Random& random, std::size_t) { return u"one of two values" + Text(random.below(2), u's'); }},
        {"random_lengths_and_shared_heads", [](Random& random, std::size_t)
         { return Text(random.below(60), u'h') + word(random, random.below(60), u'z'); }},
        {"any_units_few", [](Random& random, std::size_t) { return any_units(random, random.below(8)); }},
        {"any_units", [](Random& random, std::size_t) { return any_units(random, random.below(30)); }},
        {"one_unit_repeated", [](Random& random, std::size_t) { return Text(random.below(400), u'r'); }},
        {"nuls_of_all_lengths", [](Random& random, std::size_t) { return Text(random.below(100), u'\0'); }},
        {"nuls_at_the_end", [](Random& random, std::size_t)
         { return u"text" + Text(random.below(20), u'\0') + Text(random.below(2), u'x'); }},
        {"nuls_in_short_texts", [](Random& random, std::size_t)
         { return word(random, random.below(3), u'b') + Text(random.below(6), u'\0'); }},
        {"surrogates_and_private_use",
         [](Random& random, std::size_t) { return near_surrogates(random) + word(random, 8, u'b'); }},
        {"long_shared_prefix", [](Random& random, std::size_t) { return Text(600, u'p') + number(random.below(500)); }},
        {"outliers_in_shared_prefixes", [](Random& random, std::size_t index)
         { return Text(index % 100 == 99 ? random.below(300) : 300, u'p') + number(random.below(10'000)); }},
        {"one_bit_in_each_unit", [](Random& random, std::size_t) { return one_bit_in_each_unit(random); }},
        // Each level of keys separates only one of 64 values from the rest, so the sort must fall back to comparisons.
        {"steps", [](Random&, std::size_t index) { return Text(16 * (index % 64), u's') + u"t" + Text(16, u'\0'); }},
    };
    return corpora;
}

} // namespace cenote
