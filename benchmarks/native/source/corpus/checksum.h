#pragma once

#include <cstdint>
#include <ranges>
#include <span>

namespace cenote
{

/// A 64-bit FNV-1a hash over strings in order, per UTF-16 code unit. For each string it hashes the length, then the
/// units.
class Checksum
{
public:
    template <std::ranges::sized_range Text>
    constexpr void add(const Text& text)
    {
        step(std::ranges::size(text));
        for (auto unit : text)
        {
            step(static_cast<char16_t>(unit));
        }
    }

    constexpr std::uint64_t value() const { return value_; }

private:
    constexpr void step(std::uint64_t word) { value_ = (value_ ^ word) * 0x00000100000001B3; }

    std::uint64_t value_ = 0xCBF29CE484222325;
};

template <class String>
std::uint64_t checksum_of(std::span<const String> strings)
{
    Checksum checksum;
    for (const String& string : strings)
    {
        checksum.add(string);
    }

    return checksum.value();
}

} // namespace cenote
