#include "sorting/radix_sort.h"

#include "corpus/split_mix64.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cenote
{

namespace
{

// Random keys of some bits, each with its index in the 14 bits below.
constexpr int shift = 14;

std::vector<std::uint64_t> make_words(std::size_t count, int bits)
{
    SplitMix64 random(count);
    std::vector<std::uint64_t> words;
    for (std::size_t i = 0; i < count; ++i)
    {
        words.push_back((random.next() >> (64 - bits) << shift) | i);
    }

    return words;
}

class RadixSortTests : public testing::TestWithParam<std::size_t>
{
};

TEST_P(RadixSortTests, SortsKeysOfEveryWidthAndKeepsTheOrderOfEqualOnes)
{
    for (int bits = 1; bits <= 64 - shift; ++bits)
    {
        std::vector<std::uint64_t> words = make_words(GetParam(), bits);
        std::vector<std::uint64_t> expected = words;
        std::ranges::sort(expected);
        std::vector<std::uint64_t> spare(words.size());

        const std::span sorted = radix_sort(words, spare, shift, bits);

        ASSERT_TRUE(std::ranges::equal(expected, sorted)) << bits << " bits";
    }
}

INSTANTIATE_TEST_SUITE_P(Counts, RadixSortTests, testing::Values(1, 2, 255, 256, 257, 8'191, 8'192, 16'000));

} // namespace

} // namespace cenote
