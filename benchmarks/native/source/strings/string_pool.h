#pragma once

#include "strings/chunk_list.h"
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

    /// Copies the text, with a NUL behind it. An empty one takes no room.
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
