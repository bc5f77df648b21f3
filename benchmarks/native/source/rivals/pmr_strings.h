#pragma once

#include "corpus/corpus.h"

#include <cstddef>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cenote
{

/// Strings of the standard library in a monotonic buffer, which frees all strings together.
class PmrStrings
{
public:
    using String = std::pmr::u16string;

    static constexpr std::string_view name = "std::pmr::u16string, monotonic";

    explicit PmrStrings(const Corpus& corpus)
    {
        strings_.reserve(corpus.size());
        for (std::size_t i = 0; i < corpus.size(); ++i)
        {
            strings_.emplace_back(corpus[i], &memory_);
        }
    }

    std::span<String> strings() { return strings_; }

private:
    std::pmr::monotonic_buffer_resource memory_;
    std::vector<String> strings_;
};

} // namespace cenote
