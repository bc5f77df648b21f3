#pragma once

#include "corpus/corpus.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cenote
{

/// Strings of wchar_t (32 bits on Linux), one per UTF-16 code unit, so that the order is the same.
class WideStrings
{
public:
    using String = std::wstring;

    static constexpr std::string_view name = "std::wstring";

    explicit WideStrings(const Corpus& corpus)
    {
        strings_.reserve(corpus.size());
        for (std::size_t i = 0; i < corpus.size(); ++i)
        {
            const std::u16string_view text = corpus[i];
            strings_.emplace_back(text.begin(), text.end());
        }
    }

    std::span<String> strings() { return strings_; }

private:
    std::vector<String> strings_;
};

} // namespace cenote
