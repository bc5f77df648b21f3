#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cenote
{

/// The text from which every rival creates its strings, here and in .NET. README.md defines it.
/// The text is contiguous and in order, so that reading it is cheap, and costs every rival the same.
class Corpus
{
public:
    /// One of eight sentences, and a number that is unique for the sentence: "Ut enim ad minim ... (#199999)".
    static Corpus of_long_texts(std::size_t count);

    /// A number that up to eight strings share: "#199999".
    static Corpus of_tiny_texts(std::size_t count);

    std::string_view name() const { return name_; }

    std::size_t size() const { return starts_.size() - 1; }

    std::u16string_view operator[](std::size_t index) const
    {
        return {units_.data() + starts_[index], starts_[index + 1] - starts_[index]};
    }

    std::uint64_t checksum() const;

private:
    template <class Append>
    Corpus(std::string_view name, std::size_t count, Append append);

    std::string_view name_;
    std::u16string units_;
    std::vector<std::size_t> starts_{0};
};

} // namespace cenote
