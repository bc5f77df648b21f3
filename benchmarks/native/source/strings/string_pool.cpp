#include "strings/string_pool.h"

#include <algorithm>
#include <new>
#include <utility>

namespace cenote
{

// What it holds follows.
struct StringPool::Chunk
{
    Chunk* next;

    char16_t* units() { return reinterpret_cast<char16_t*>(this + 1); }
};

StringPool::StringPool(std::size_t chunk_bytes)
    : chunk_units_((std::max(chunk_bytes, 2 * sizeof(Chunk)) - sizeof(Chunk)) / sizeof(char16_t))
{
}

StringPool::~StringPool()
{
    while (chunks_ != nullptr)
    {
        ::operator delete(std::exchange(chunks_, chunks_->next));
    }
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

StringPool::Chunk* StringPool::allocate(std::size_t units)
{
    return new (::operator new(sizeof(Chunk) + units * sizeof(char16_t))) Chunk{nullptr};
}

char16_t* StringPool::reserve_slow(std::size_t units)
{
    // What is left of a chunk is lost when the next one begins, so a string that takes much of one gets a chunk of its
    // own, and the chunk in use remains in use.
    const bool is_oversized = units > chunk_units_ / 4;
    Chunk* chunk = allocate(is_oversized ? units : chunk_units_);
    chunk->next = std::exchange(chunks_, chunk);
    ++chunk_count_;
    if (!is_oversized)
    {
        next_ = chunk->units() + units;
        left_ = chunk_units_ - units;
    }

    return chunk->units();
}

} // namespace cenote
