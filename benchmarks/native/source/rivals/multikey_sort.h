#pragma once

#include "sorting/multikey_quicksort.h"

#include <span>
#include <string_view>

namespace cenote
{

/// The textbook sort for strings, in place.
struct MultikeySort
{
    static constexpr std::string_view suffix = ", multikey quicksort";

    template <class String>
    static void sort(std::span<String> strings)
    {
        MultikeyQuicksort<String>::sort(strings);
    }
};

} // namespace cenote
