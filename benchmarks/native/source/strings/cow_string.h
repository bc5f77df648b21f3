#pragma once

#include <cstddef>
#include <string_view>

namespace cenote
{

/// A stand-in for ATL's CString, which exists on Windows only: one pointer to a block with a reference count, the
/// length, the capacity and the text. Copies share the block. A copy gets a separate block when it is written to.
/// The type has no move operations, so sorting changes reference counts. Other functions of CString are missing.
/// Different copies of a string may be used by different threads.
class CowString
{
public:
    CowString() noexcept;
    explicit CowString(std::u16string_view text);
    CowString(const CowString& other) noexcept;
    CowString& operator=(const CowString& other) noexcept;
    ~CowString();

    std::size_t size() const noexcept;

    /// The NUL-terminated text; valid until the string is written to, assigned to or destroyed.
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
