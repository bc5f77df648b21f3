#pragma once

#include "strings/text_pointer.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace cenote
{

/// Three-way quicksort by one UTF-16 code unit at a time; the middle part is then sorted by the next unit.
/// (J. Bentley, R. Sedgewick: Fast algorithms for sorting and searching strings, SODA 1997.)
template <class String>
class MultikeyQuicksort
{
public:
    static void sort(std::span<String> strings) { sort_from(strings, 0); }

private:
    static constexpr int end_of_text = -1;

    // Up to this many strings are sorted by insertion.
    static constexpr std::size_t few_strings = 12;

    static int unit_at(std::u16string_view text, std::size_t depth)
    {
        return depth < text.size() ? text[depth] : end_of_text;
    }

    // Does not compute the length: the string has at least as many units as the depth.
    static int unit_at(TextPointer text, std::size_t depth)
    {
        const char16_t unit = text.c_str()[depth];
        return unit != u'\0' ? unit : end_of_text;
    }

    static void sort_from(std::span<String> strings, std::size_t depth)
    {
        while (strings.size() > few_strings)
        {
            const int pivot = median(unit_at(strings.front(), depth), unit_at(strings[strings.size() / 2], depth),
                                     unit_at(strings.back(), depth));
            const auto [less, greater] = partition(strings, depth, pivot);
            sort_from(strings.first(less), depth);
            sort_from(strings.subspan(greater), depth);
            if (pivot == end_of_text)
            {
                return;
            }

            strings = strings.subspan(less, greater - less);
            ++depth;
        }

        sort_by_insertion(strings, depth);
    }

    static int median(int a, int b, int c) { return std::max(std::min(a, b), std::min(std::max(a, b), c)); }

    // Returns the start and the end of the middle part.
    static std::pair<std::size_t, std::size_t> partition(std::span<String> strings, std::size_t depth, int pivot)
    {
        std::size_t less = 0;
        std::size_t greater = strings.size();
        for (std::size_t i = 0; i < greater;)
        {
            const int unit = unit_at(strings[i], depth);
            if (unit < pivot)
            {
                std::swap(strings[less++], strings[i++]);
            }
            else if (unit > pivot)
            {
                std::swap(strings[i], strings[--greater]);
            }
            else
            {
                ++i;
            }
        }

        return {less, greater};
    }

    static void sort_by_insertion(std::span<String> strings, std::size_t depth)
    {
        for (std::size_t i = 1; i < strings.size(); ++i)
        {
            String string = std::move(strings[i]);
            std::size_t hole = i;
            for (; hole > 0 && is_before(string, strings[hole - 1], depth); --hole)
            {
                strings[hole] = std::move(strings[hole - 1]);
            }

            strings[hole] = std::move(string);
        }
    }

    static bool is_before(const String& a, const String& b, std::size_t depth)
    {
        for (;; ++depth)
        {
            const int left = unit_at(a, depth);
            const int right = unit_at(b, depth);
            if (left != right || left == end_of_text)
            {
                return left < right;
            }
        }
    }
};

} // namespace cenote
