#include "sorting/eight_units.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace cenote
{

namespace
{

TEST(EightUnitsTests, AreThoseAtTheDepthAndNulsBehindTheEnd)
{
    for (std::size_t length = 0; length < 30; ++length)
    {
        std::vector<char16_t> text;
        for (std::size_t i = 0; i < length; ++i)
        {
            text.push_back(static_cast<char16_t>(0xFF00 - i));
        }

        for (std::size_t depth = 0; depth < length + 10; ++depth)
        {
            std::uint64_t expected[] = {0, 0};
            for (std::size_t i = 0; i < EightUnits::count; ++i)
            {
                expected[i / 4] = (expected[i / 4] << 16) | (depth + i < length ? text[depth + i] : 0U);
            }

            const EightUnits units = EightUnits::of({text.data(), text.size()}, depth);

            ASSERT_EQ(expected[0], units.high) << length << " units, depth " << depth;
            ASSERT_EQ(expected[1], units.low) << length << " units, depth " << depth;
        }
    }
}

} // namespace

} // namespace cenote
