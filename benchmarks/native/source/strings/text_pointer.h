#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace cenote
{

/// A string in a PointerPool, valid as long as the pool lives: a pointer to its units, as in the pool published in
/// 2023. The string ends at the first NUL, so computing its length takes linear time.
class TextPointer
{
public:
    TextPointer() = default;

    /// Does not copy: a NUL must follow the text.
    explicit TextPointer(const char16_t* text) : text_(text) {}

    const char16_t* c_str() const { return text_; }

    std::size_t size() const { return std::char_traits<char16_t>::length(text_); }

    operator std::u16string_view() const { return text_; }
    const char16_t* begin() const { return text_; }
    const char16_t* end() const { return text_ + size(); }

    /// Compares by UTF-16 code unit, in one pass, like wcscmp where wchar_t has 16 bits.
    friend std::strong_ordering operator<=>(TextPointer a, TextPointer b)
    {
        const char16_t* left = a.text_;
        const char16_t* right = b.text_;
        for (; *left == *right && *left != u'\0'; ++left, ++right)
        {
        }

        return *left <=> *right;
    }

    friend bool operator==(TextPointer a, TextPointer b) { return (a <=> b) == 0; }

private:
    const char16_t* text_ = u"";
};

static_assert(sizeof(TextPointer) == 8);

} // namespace cenote
