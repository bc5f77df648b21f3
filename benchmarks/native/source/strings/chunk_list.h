#pragma once

#include <cstddef>

namespace cenote
{

/// Memory for text in a singly linked list of chunks, released all at once.
class ChunkList
{
public:
    /// Bytes of a chunk that its text cannot have.
    static constexpr std::size_t header_bytes = sizeof(void*);

    ChunkList() = default;
    ChunkList(const ChunkList&) = delete;
    ChunkList& operator=(const ChunkList&) = delete;
    ~ChunkList();

    /// The start of a new chunk, of a header and room for so many units.
    char16_t* add(std::size_t units);

    std::size_t count() const { return count_; }

private:
    struct Chunk;

    Chunk* last_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace cenote
