#include "sorting/bit_extractor.h"

#include "corpus/split_mix64.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace cenote
{

namespace
{

std::uint64_t extract_one_by_one(std::uint64_t word, std::uint64_t mask)
{
    std::uint64_t extracted = 0;
    int place = 0;
    for (int bit = 0; bit < 64; ++bit)
    {
        if ((mask >> bit & 1) != 0)
        {
            extracted |= (word >> bit & 1) << place++;
        }
    }

    return extracted;
}

TEST(BitExtractorTests, MovesTheBitsUnderAnyMaskTogether)
{
    SplitMix64 random(2);
    for (int i = 0; i < 10'000; ++i)
    {
        // Masks with few bits, many bits, and about half of them.
        const std::uint64_t mask = i % 3 == 0   ? random.next() & random.next() & random.next()
                                   : i % 3 == 1 ? random.next() | random.next() | random.next()
                                                : random.next();
        const std::uint64_t word = random.next();

        ASSERT_EQ(extract_one_by_one(word, mask), BitExtractor(mask).extract(word)) << std::hex << mask;
    }
}

TEST(BitExtractorTests, NoBitsAndAllBits)
{
    EXPECT_EQ(0U, BitExtractor(0).extract(UINT64_MAX));
    EXPECT_EQ(0x0123456789ABCDEFU, BitExtractor(UINT64_MAX).extract(0x0123456789ABCDEF));
    EXPECT_EQ(1U, BitExtractor(std::uint64_t{1} << 63).extract(UINT64_MAX));
}

} // namespace

} // namespace cenote
