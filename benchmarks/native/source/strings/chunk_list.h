#pragma once

#include <cstddef>

namespace cenote
{

/// Memory for text in a singly linked list of chunks, all of which are released together.
class ChunkList
{
public:
    /// Bytes of a chunk that are not available for text.
    static constexpr std::size_t header_bytes = sizeof(void*);

    ChunkList() = default;
    ChunkList(const ChunkList&) = delete;
    ChunkList& operator=(const ChunkList&) = delete;
    ~ChunkList();

    /// Adds a chunk with space for a number of units, and returns the start of that space.
    char16_t* add(std::size_t units);

    std::size_t count() const { return count_; }

private:
    struct Chunk;

    Chunk* last_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace cenote
