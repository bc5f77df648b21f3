#include "sorting/key_sort.h"

#include "rivals/rivals.h"
#include "sort_corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory_resource>
#include <string>
#include <vector>

namespace cenote
{

namespace
{

class KeySortTests : public testing::TestWithParam<SortCorpus>
{
protected:
    // Counts around the thresholds of insertion sort, radix sort, and wider digits of radix sort.
    static constexpr std::size_t counts[] = {0, 1, 2, 15, 16, 17, 18, 100, 255, 256, 257, 1'000, 8'191, 8'192, 8'193};

    template <class String>
    static void expect_sorted(std::span<String> sorted, const std::vector<std::u16string>& expected)
    {
        EXPECT_TRUE(
            std::ranges::equal(sorted, expected, [](std::u16string_view a, std::u16string_view b) { return a == b; }))
            << expected.size() << " strings";
    }
};

TEST_P(KeySortTests, SortsStringsAsStdSortDoes)
{
    for (std::size_t count : counts)
    {
        std::vector<std::u16string> strings = GetParam().make_texts(count);
        std::vector<std::u16string> expected = strings;
        std::sort(expected.begin(), expected.end());

        RadixKeySort::sort(std::span(strings));

        expect_sorted(std::span(strings), expected);
    }
}

TEST_P(KeySortTests, SortsHandlesOfAPoolAsStdSortDoes)
{
    for (std::size_t count : counts)
    {
        std::vector<std::u16string> expected = GetParam().make_texts(count);
        StringPool pool(4'096);
        std::vector<PoolString> strings;
        for (const std::u16string& text : expected)
        {
            strings.push_back(pool.add(text));
        }

        std::sort(expected.begin(), expected.end());

        RadixKeySort::sort(std::span(strings));

        expect_sorted(std::span(strings), expected);
    }
}

TEST_P(KeySortTests, OtherSortsAgree)
{
    std::vector<std::u16string> expected = GetParam().make_texts(2'000);
    std::vector<std::u16string> by_quicksort = expected;
    std::vector<std::u16string> by_spreadsort = expected;
    std::sort(expected.begin(), expected.end());

    MultikeySort::sort(std::span(by_quicksort));
    SpreadSort::sort(std::span(by_spreadsort));

    expect_sorted(std::span(by_quicksort), expected);
    expect_sorted(std::span(by_spreadsort), expected);
}

INSTANTIATE_TEST_SUITE_P(Corpora, KeySortTests, testing::ValuesIn(SortCorpus::all()),
                         [](const auto& corpus) { return corpus.param.name; });

} // namespace

} // namespace cenote
