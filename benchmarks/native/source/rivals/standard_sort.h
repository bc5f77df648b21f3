#pragma once

#include <algorithm>
#include <span>
#include <string_view>

namespace cenote
{

/// std::sort with the operator < of the string type.
struct StandardSort
{
    static constexpr std::string_view suffix = "";

    template <class String>
    static void sort(std::span<String> strings)
    {
        std::sort(strings.begin(), strings.end());
    }
};

} // namespace cenote
