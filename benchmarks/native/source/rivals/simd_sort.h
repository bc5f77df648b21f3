#pragma once

#include "sorting/compare_units.h"

#include <algorithm>
#include <span>
#include <string_view>

namespace cenote
{

/// std::sort by the fastest comparison that the processor can do.
struct SimdSort
{
    static constexpr std::string_view suffix = ", SIMD compare";

    template <class String>
    static void sort(std::span<String> strings)
    {
        std::sort(strings.begin(), strings.end(),
                  [compare = fastest_compare_units()](const String& a, const String& b) { return compare(a, b) < 0; });
    }
};

} // namespace cenote
