#pragma once

#include "corpus/corpus.h"
#include "strings/cow_string.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace cenote
{

/// Strings whose copies share their text.
class CowStrings
{
public:
    using String = CowString;

    static constexpr std::string_view name = "copy-on-write CString stand-in";

    explicit CowStrings(const Corpus& corpus)
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
