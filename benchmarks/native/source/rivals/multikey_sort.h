#pragma once

#include "sorting/multikey_quicksort.h"

#include <span>
#include <string_view>

namespace cenote
{

/// The textbook's sort of strings, without memory of its own.
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
