#pragma once

#include "strings/pool_string.h"

#include <cstddef>
#include <string_view>

namespace cenote
{

/// Strings carved from chunks by moving a pointer, and released all at once. Not for several threads at once.
class StringPool
{
public:
    /// Bytes of a chunk, as in the published pool.
    static constexpr std::size_t default_chunk_bytes = 600'000;

    explicit StringPool(std::size_t chunk_bytes = default_chunk_bytes);
    StringPool(const StringPool&) = delete;
    StringPool& operator=(const StringPool&) = delete;
    ~StringPool();

    /// Copies the text, with a NUL behind it. An empty one takes no room.
    PoolString add(std::u16string_view text);

    std::size_t chunk_count() const { return chunk_count_; }

private:
    struct Chunk;

    static Chunk* allocate(std::size_t units);

    char16_t* reserve_slow(std::size_t units);

    std::size_t chunk_units_;
    std::size_t chunk_count_ = 0;
    Chunk* chunks_ = nullptr;
    char16_t* next_ = nullptr;
    std::size_t left_ = 0;
};

} // namespace cenote
