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

/// The same, each chunk backed by the system at once: what is left of the arena's lead if the pool does that too.
class PopulatedPoolStrings : public PointerPoolStrings
{
public:
    static constexpr std::string_view name = "pool allocator of 2023, populated";

    explicit PopulatedPoolStrings(const Corpus& corpus) : PointerPoolStrings(corpus, true) {}
};

} // namespace cenote
