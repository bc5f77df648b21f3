#pragma once

#include "strings/chunk_list.h"
#include "strings/text_pointer.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace cenote
{

/// The pool published in 2023: a bump allocator over chunks, whose handles are plain pointers. All strings are released
/// together. Not thread-safe. Two changes make it faster than the published pool: it receives the length of each
/// string, and its chunks may reuse memory that the heap has kept. Reused memory is not zeroed, so this pool must
/// write the NULs.
class PointerPool
{
public:
    /// Bytes of a chunk, as in the published pool.
    static constexpr std::size_t default_chunk_bytes = 512 * 1024;

    /// @param populates Whether the operating system backs all pages of a chunk in advance.
    explicit PointerPool(std::size_t chunk_bytes = default_chunk_bytes, bool populates = false);

    /// Copies the text, and appends a NUL.
    TextPointer add(std::u16string_view text)
    {
        const std::size_t units = text.size() + 1;
        if (units > left_)
        {
            begin_chunk(units);
        }

        char16_t* start = std::exchange(next_, next_ + units);
        left_ -= units;
        std::char_traits<char16_t>::copy(start, text.data(), text.size());
        start[text.size()] = u'\0';
        return TextPointer(start);
    }

    std::size_t chunk_count() const { return chunks_.count(); }

private:
    void begin_chunk(std::size_t units);

    std::size_t chunk_bytes_;
    bool populates_;
    ChunkList chunks_;
    char16_t* next_ = nullptr;
    std::size_t left_ = 0;
};

} // namespace cenote
