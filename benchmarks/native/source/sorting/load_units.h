#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace cenote
{

static_assert(std::endian::native == std::endian::little, "The first unit is taken to be the lowest.");

/// Four units as they lie in memory: the first one is the lowest.
inline std::uint64_t load_units(const char16_t* units) noexcept
{
    std::uint64_t loaded;
    std::memcpy(&loaded, units, sizeof loaded);
    return loaded;
}

/// Four units as a number that has their order: the first one is the highest.
inline std::uint64_t load_in_order(const char16_t* units) noexcept
{
    constexpr std::uint64_t even_units = 0x0000FFFF0000FFFF;
    const std::uint64_t turned = std::rotl(load_units(units), 32);
    return ((turned & even_units) << 16) | ((turned >> 16) & even_units);
}

} // namespace cenote
