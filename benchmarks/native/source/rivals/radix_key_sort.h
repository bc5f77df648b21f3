#pragma once

#include "sorting/key_sort.h"

#include <span>
#include <string_view>

namespace cenote
{

/// The sort of Cenote's StringArena. It allocates and releases its scratch memory in each call.
struct RadixKeySort
{
    static constexpr std::string_view suffix = ", key sort";

    template <class String>
    static void sort(std::span<String> strings)
    {
        KeySort<String>::sort(strings);
    }
};

} // namespace cenote
