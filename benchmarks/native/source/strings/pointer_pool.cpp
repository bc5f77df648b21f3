#include "strings/pointer_pool.h"

#include "strings/populate.h"

#include <algorithm>

namespace cenote
{

PointerPool::PointerPool(std::size_t chunk_bytes, bool populates)
    : chunk_bytes_(std::max(chunk_bytes, 2 * ChunkList::header_bytes)), populates_(populates)
{
}

// The rest of the current chunk stays unused. A string longer than a chunk gets a multiple of the chunk size.
void PointerPool::begin_chunk(std::size_t units)
{
    const std::size_t needed = ChunkList::header_bytes + units * sizeof(char16_t);
    const std::size_t bytes = (needed + chunk_bytes_ - 1) / chunk_bytes_ * chunk_bytes_;
    const std::size_t room = (bytes - ChunkList::header_bytes) / sizeof(char16_t);
    next_ = chunks_.add(room);
    left_ = room;
    if (populates_)
    {
        populate(next_, room * sizeof(char16_t));
    }
}

} // namespace cenote
