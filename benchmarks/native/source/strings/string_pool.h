#pragma once

#include "strings/chunk_list.h"
#include "strings/pool_string.h"

#include <cstddef>
#include <string_view>

namespace cenote
{

/// A bump allocator for strings over chunks; all strings are released together. Not thread-safe.
class StringPool
{
public:
    /// Bytes of a chunk, as in the published pool.
    static constexpr std::size_t default_chunk_bytes = 600'000;

    explicit StringPool(std::size_t chunk_bytes = default_chunk_bytes);

    /// Copies the text, and appends a NUL. An empty string takes no memory.
    PoolString add(std::u16string_view text);

    std::size_t chunk_count() const { return chunks_.count(); }

private:
    char16_t* reserve_slow(std::size_t units);

    std::size_t chunk_units_;
    ChunkList chunks_;
    char16_t* next_ = nullptr;
    std::size_t left_ = 0;
};

} // namespace cenote
