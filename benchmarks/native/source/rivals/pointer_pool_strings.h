#pragma once

#include "corpus/corpus.h"
#include "strings/pointer_pool.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace cenote
{

/// Pointers to the texts in a pool, and the pool.
class PointerPoolStrings
{
public:
    using String = TextPointer;

    static constexpr std::string_view name = "pool allocator of 2023";

    explicit PointerPoolStrings(const Corpus& corpus)
    {
        strings_.reserve(corpus.size());
        for (std::size_t i = 0; i < corpus.size(); ++i)
        {
            strings_.push_back(pool_.add(corpus[i]));
        }
    }

    std::span<String> strings() { return strings_; }

private:
    PointerPool pool_;
    std::vector<String> strings_;
};

} // namespace cenote
