#include "strings/string_pool.h"

#include <algorithm>

namespace cenote
{

StringPool::StringPool(std::size_t chunk_bytes)
    : chunk_units_((std::max(chunk_bytes, 2 * ChunkList::header_bytes) - ChunkList::header_bytes) / sizeof(char16_t))
{
}

PoolString StringPool::add(std::u16string_view text)
{
    if (text.empty())
    {
        return {};
    }

    const std::size_t units = text.size() + 1;
    char16_t* start = next_;
    if (units <= left_)
    {
        next_ += units;
        left_ -= units;
    }
    else
    {
        start = reserve_slow(units);
    }

    *std::ranges::copy(text, start).out = u'\0';
    return PoolString({start, text.size()});
}

char16_t* StringPool::reserve_slow(std::size_t units)
{
    // The rest of a chunk stays unused when the next chunk begins. So a string that does not fit, and takes more than a
    // quarter of a chunk, gets a separate chunk, and the current chunk stays in use.
    if (units > chunk_units_ / 4)
    {
        return chunks_.add(units);
    }

    char16_t* start = chunks_.add(chunk_units_);
    next_ = start + units;
    left_ = chunk_units_ - units;
    return start;
}

} // namespace cenote
