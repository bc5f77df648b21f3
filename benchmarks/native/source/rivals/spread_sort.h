#pragma once

#include <boost/sort/spreadsort/string_sort.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace cenote
{

/// Boost's radix sort for strings, by byte, with the high byte of each unit first. By unit, it would have 65,536 bins
/// per step, and take longer.
struct SpreadSort
{
    static constexpr std::string_view suffix = ", spreadsort";

    template <class String>
    static void sort(std::span<String> strings)
    {
        boost::sort::spreadsort::string_sort(strings.begin(), strings.end(), ByteAt{}, ByteCount{}, Less{});
    }

private:
    struct ByteAt
    {
        unsigned char operator()(std::u16string_view text, std::size_t index) const
        {
            const char16_t unit = text[index / 2];
            return static_cast<unsigned char>(index % 2 == 0 ? unit >> 8 : unit & 0xFF);
        }
    };

    struct ByteCount
    {
        std::size_t operator()(std::u16string_view text) const { return 2 * text.size(); }
    };

    struct Less
    {
        template <class String>
        bool operator()(const String& a, const String& b) const
        {
            return a < b;
        }
    };
};

} // namespace cenote
