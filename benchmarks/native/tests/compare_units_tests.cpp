#include "sorting/compare_units.h"

#include "corpus/split_mix64.h"
#include "sorting/processor.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cenote
{

namespace
{

int sign(int number)
{
    return (number > 0) - (number < 0);
}

class CompareUnitsTests : public testing::TestWithParam<CompareUnits>
{
protected:
    static void expect_as_standard(const std::u16string& a, const std::u16string& b)
    {
        // Copies without spare capacity, so that a sanitizer detects reads beyond the end.
        const std::vector<char16_t> left(a.begin(), a.end());
        const std::vector<char16_t> right(b.begin(), b.end());
        const int compared = GetParam()({left.data(), left.size()}, {right.data(), right.size()});

        ASSERT_EQ(sign(a.compare(b)), sign(compared)) << a.size() << " and " << b.size() << " units";
    }
};

TEST_P(CompareUnitsTests, FindsOneDifferenceAtEveryPlaceOfEveryLength)
{
    for (std::size_t length = 1; length < 70; ++length)
    {
        const std::u16string text(length, u'\x8000');
        for (std::size_t place = 0; place < length; ++place)
        {
            std::u16string other = text;
            other[place] = u'\x7FFF';
            expect_as_standard(text, other);
            expect_as_standard(other, text);
        }
    }
}

TEST_P(CompareUnitsTests, AShorterTextComesBeforeItsContinuation)
{
    for (std::size_t length = 0; length < 70; ++length)
    {
        for (std::size_t longer = length; longer < length + 20; ++longer)
        {
            expect_as_standard(std::u16string(length, u'\0'), std::u16string(longer, u'\0'));
            expect_as_standard(std::u16string(longer, u'\0'), std::u16string(length, u'\0'));
        }
    }
}

TEST_P(CompareUnitsTests, TheFirstOfManyDifferencesDecides)
{
    SplitMix64 random(1);
    const auto make = [&random]
    {
        std::u16string text(random.below(60), u'\0');
        for (char16_t& unit : text)
        {
            unit = static_cast<char16_t>(random.below(16) == 0 ? random.next() : 0xD800);
        }

        return text;
    };

    for (int i = 0; i < 20'000; ++i)
    {
        const std::u16string a = make();
        expect_as_standard(a, make());
        expect_as_standard(a, a);
    }
}

INSTANTIATE_TEST_SUITE_P(Portable, CompareUnitsTests, testing::Values(compare_units_portable));
INSTANTIATE_TEST_SUITE_P(Fastest, CompareUnitsTests, testing::Values(fastest_compare_units()));

#ifdef __x86_64__
TEST(FastestCompareUnitsTests, UsesAvx2OnlyWhereTheProcessorHasIt)
{
    EXPECT_EQ(has_avx2() ? compare_units_avx2 : compare_units_portable, fastest_compare_units());
}
#endif

} // namespace

} // namespace cenote
