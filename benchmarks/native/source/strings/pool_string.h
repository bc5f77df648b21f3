#pragma once

#include <cstddef>
#include <string_view>

namespace cenote
{

/// A string in a StringPool, valid as long as the pool lives. Copying it copies only the handle of 24 bytes, as in
/// the published pool.
class PoolString
{
public:
    PoolString() = default;

    /// Does not copy: a NUL must follow the text.
    explicit PoolString(std::u16string_view text) : text_(text.data()), length_(text.size()) {}

    std::size_t size() const { return length_; }

    const char16_t* c_str() const { return text_ != nullptr ? text_ : &end_; }

    operator std::u16string_view() const { return {text_, length_}; }
    const char16_t* begin() const { return text_; }
    const char16_t* end() const { return text_ + length_; }

    friend bool operator<(const PoolString& a, const PoolString& b)
    {
        return std::u16string_view(a) < std::u16string_view(b);
    }

    friend bool operator==(const PoolString& a, const PoolString& b)
    {
        return std::u16string_view(a) == std::u16string_view(b);
    }

private:
    const char16_t* text_ = nullptr;
    std::size_t length_ = 0;

    // The result of c_str() for an empty string. Without this field, a handle would have 16 bytes.
    char16_t end_ = u'\0';
};

static_assert(sizeof(PoolString) == 24);

} // namespace cenote
