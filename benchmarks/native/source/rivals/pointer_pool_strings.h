#pragma once

#include "corpus/corpus.h"
#include "strings/pointer_pool.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace cenote
{

/// A pool, and pointers to its strings.
class PointerPoolStrings
{
public:
    using String = TextPointer;

    static constexpr std::string_view name = "pool allocator of 2023";

    explicit PointerPoolStrings(const Corpus& corpus, bool populates = false)
        : pool_(PointerPool::default_chunk_bytes, populates)
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

/// Like PointerPoolStrings, but the operating system backs each chunk in advance, as for the arena.
class PopulatedPoolStrings : public PointerPoolStrings
{
public:
    static constexpr std::string_view name = "pool allocator of 2023, populated";

    explicit PopulatedPoolStrings(const Corpus& corpus) : PointerPoolStrings(corpus, true) {}
};

} // namespace cenote
