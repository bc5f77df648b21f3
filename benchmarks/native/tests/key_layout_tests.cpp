#include "sorting/key_layout.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace cenote
{

namespace
{

TEST(KeyLayoutTests, TakesAllBitsThatDifferIfThereIsRoom)
{
    const KeyLayout layout({0x000F'0000'0000'0001, 0x8000'0000'0000'0003}, 8);

    EXPECT_EQ(8, layout.bits());
    EXPECT_EQ(3, layout.low_bits());
    EXPECT_EQ(8U, layout.whole_units());
}

TEST(KeyLayoutTests, TheLastBitsGoFirstAndTheirUnitIsNotWhole)
{
    const KeyLayout layout({0x000F'0000'0000'0001, 0x8000'0000'0000'0003}, 7);

    EXPECT_EQ(7, layout.bits());
    EXPECT_EQ(0x8000'0000'0000'0002U, layout.mask().low);
    EXPECT_EQ(7U, layout.whole_units());
}

TEST(KeyLayoutTests, WhenTheLastFourUnitsAreGoneThoseBeforeFollow)
{
    const KeyLayout layout({0x000F'0000'0000'0001, 0x8000'0000'0000'0003}, 4);

    EXPECT_EQ(4, layout.bits());
    EXPECT_EQ(0, layout.low_bits());
    EXPECT_EQ(0x000F'0000'0000'0000U, layout.mask().high);
    EXPECT_EQ(3U, layout.whole_units());
}

TEST(KeyLayoutTests, OfOneUnitSomeBitsMayBeLeft)
{
    const KeyLayout layout({0xFFFF'0000'0000'0000, 0}, 5);

    EXPECT_EQ(5, layout.bits());
    EXPECT_EQ(0xF800'0000'0000'0000U, layout.mask().high);
    EXPECT_EQ(0U, layout.whole_units());
}

} // namespace

} // namespace cenote
