#pragma once

#include "corpus/corpus.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cenote
{

/// Strings of the standard library; those of more than 7 units have separately allocated memory.
class Utf16Strings
{
public:
    using String = std::u16string;

    static constexpr std::string_view name = "std::u16string";

    explicit Utf16Strings(const Corpus& corpus)
    {
        strings_.reserve(corpus.size());
        for (std::size_t i = 0; i < corpus.size(); ++i)
        {
            strings_.emplace_back(corpus[i]);
        }
    }

    std::span<String> strings() { return strings_; }

private:
    std::vector<String> strings_;
};

} // namespace cenote
