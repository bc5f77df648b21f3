#include "strings/chunk_list.h"

#include <new>
#include <utility>

namespace cenote
{

// The header of a chunk; its text follows.
struct ChunkList::Chunk
{
    Chunk* previous;
};

ChunkList::~ChunkList()
{
    while (last_ != nullptr)
    {
        ::operator delete(std::exchange(last_, last_->previous));
    }
}

char16_t* ChunkList::add(std::size_t units)
{
    static_assert(sizeof(Chunk) == header_bytes);
    last_ = new (::operator new(sizeof(Chunk) + units * sizeof(char16_t))) Chunk{last_};
    ++count_;
    return reinterpret_cast<char16_t*>(last_ + 1);
}

} // namespace cenote
