#pragma once

#include "sorting/load_units.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cenote
{

/// Eight units of a string as two numbers that sort like the units, with NULs for units beyond its end.
struct EightUnits
{
    static constexpr std::size_t count = 8;

    std::uint64_t high;
    std::uint64_t low;

    /// Reads the units at a depth. Reads only within the string: a short end is read together with the units before it.
    static EightUnits of(std::u16string_view text, std::size_t depth) noexcept
    {
        if (text.size() <= depth)
        {
            return {0, 0};
        }

        const std::size_t left = text.size() - depth;
        const char16_t* units = text.data() + depth;
        if (left >= count)
        {
            return {load_in_order(units), load_in_order(units + 4)};
        }

        if (left > 4)
        {
            return {load_in_order(units), load_in_order(units + left - 4) << (16 * (count - left))};
        }

        return {few(text, left), 0};
    }

private:
    // Reads the last one to four units of a string.
    static std::uint64_t few(std::u16string_view text, std::size_t left) noexcept
    {
        if (text.size() >= 4)
        {
            return load_in_order(text.data() + text.size() - 4) << (16 * (4 - left));
        }

        std::uint64_t units = 0;
        for (char16_t unit : text.substr(text.size() - left))
        {
            units = (units << 16) | unit;
        }

        return units << (16 * (4 - left));
    }
};

} // namespace cenote
