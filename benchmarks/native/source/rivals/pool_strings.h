#pragma once

#include "corpus/corpus.h"
#include "strings/string_pool.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace cenote
{

/// A pool, and handles of its strings.
class PoolStrings
{
public:
    using String = PoolString;

    static constexpr std::string_view name = "pool allocator";

    explicit PoolStrings(const Corpus& corpus)
    {
        strings_.reserve(corpus.size());
        for (std::size_t i = 0; i < corpus.size(); ++i)
        {
            strings_.push_back(pool_.add(corpus[i]));
        }
    }

    std::span<String> strings() { return strings_; }

private:
    StringPool pool_;
    std::vector<String> strings_;
};

} // namespace cenote
