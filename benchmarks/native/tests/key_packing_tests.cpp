#include "sorting/key_packing.h"

#include "corpus/split_mix64.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cenote
{

namespace
{

class KeyPackingTests : public testing::TestWithParam<PackKeys>
{
};

TEST_P(KeyPackingTests, KeysHaveTheOrderOfTheUnitsAndTheirIndexBelow)
{
    constexpr int index_bits = 8;
    constexpr std::size_t count = 200;
    const EightUnits different{0x00FF'0000'0001'0000, 0x0000'0000'0000'0007};
    SplitMix64 random(3);
    std::vector<std::uint64_t> high;
    std::vector<std::uint64_t> low;
    for (std::size_t i = 0; i < count; ++i)
    {
        // Also sets bits that do not differ.
        high.push_back((random.next() & different.high) | 0x4000'0020'0000'0010);
        low.push_back((random.next() & different.low) | 0x0000'0000'0000'0100);
    }

    std::vector<std::uint64_t> keys = high;
    GetParam()(keys, low, KeyLayout(different, 64 - index_bits), index_bits);

    for (std::size_t i = 0; i < count; ++i)
    {
        ASSERT_EQ(i, keys[i] & 0xFF);
        for (std::size_t j = 0; j < count; ++j)
        {
            const bool is_less = high[i] != high[j] ? high[i] < high[j] : low[i] < low[j];
            ASSERT_EQ(is_less, keys[i] >> index_bits < keys[j] >> index_bits);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Portable, KeyPackingTests, testing::Values(pack_keys_portable));
INSTANTIATE_TEST_SUITE_P(Fastest, KeyPackingTests, testing::Values(fastest_pack_keys()));

} // namespace

} // namespace cenote
