#pragma once

#include "strings/chunk_list.h"
#include "strings/text_pointer.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace cenote
{

/// The pool published in 2023: texts are carved from chunks by moving a pointer, a pointer is all that is handed out, and
/// all are released at once. Not for several threads at once. Two things favour it over the published one: it is told how
/// long a text is, and its chunks may be memory that the heap has kept. So it must write the NULs.
class PointerPool
{
public:
    /// Bytes of a chunk, as in the published pool.
    static constexpr std::size_t default_chunk_bytes = 512 * 1024;

    /// @param populates Whether the system backs the pages of a chunk at once.
    explicit PointerPool(std::size_t chunk_bytes = default_chunk_bytes, bool populates = false);

    /// Copies the text, with a NUL behind it.
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
