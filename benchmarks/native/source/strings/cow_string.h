#pragma once

#include <cstddef>
#include <string_view>

namespace cenote
{

/// A stand-in for ATL's CString, which exists on Windows only: one pointer to a block that holds a reference count, the
/// length, the capacity and the text. Copies share the block; the one that is written to makes a block of its own.
/// Copying is all it can do, so a sort counts references. What CString does beyond that is not here.
/// Different copies of one text may be used by different threads.
class CowString
{
public:
    CowString() noexcept;
    explicit CowString(std::u16string_view text);
    CowString(const CowString& other) noexcept;
    CowString& operator=(const CowString& other) noexcept;
    ~CowString();

    std::size_t size() const noexcept;

    /// The text, a NUL behind it; valid until the string is written to or destroyed.
    const char16_t* c_str() const noexcept;

    operator std::u16string_view() const noexcept { return {c_str(), size()}; }
    const char16_t* begin() const noexcept { return c_str(); }
    const char16_t* end() const noexcept { return c_str() + size(); }

    void set(std::size_t index, char16_t unit);
    void append(std::u16string_view text);

    friend bool operator<(const CowString& a, const CowString& b) noexcept
    {
        return std::u16string_view(a) < std::u16string_view(b);
    }

    friend bool operator==(const CowString& a, const CowString& b) noexcept
    {
        return std::u16string_view(a) == std::u16string_view(b);
    }

private:
    struct Block;

    static Block* empty() noexcept;
    static Block* allocate(std::u16string_view text, std::size_t capacity);
    static void release(Block* block) noexcept;

    bool is_shared() const noexcept;

    Block* block_;
};

} // namespace cenote
