#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace cenote
{

static_assert(std::endian::native == std::endian::little, "The first unit must be in the lowest bits.");

/// Loads four units in memory order: the first one is in the lowest bits.
inline std::uint64_t load_units(const char16_t* units) noexcept
{
    std::uint64_t loaded;
    std::memcpy(&loaded, units, sizeof loaded);
    return loaded;
}

/// Loads four units as a number that sorts like them: the first one is in the highest bits.
inline std::uint64_t load_in_order(const char16_t* units) noexcept
{
    constexpr std::uint64_t even_units = 0x0000FFFF0000FFFF;
    const std::uint64_t turned = std::rotl(load_units(units), 32);
    return ((turned & even_units) << 16) | ((turned >> 16) & even_units);
}

} // namespace cenote
