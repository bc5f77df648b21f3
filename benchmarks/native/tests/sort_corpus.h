#pragma once

#include "corpus/split_mix64.h"

#include <cstddef>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace cenote
{

/// Strings of one kind to sort; some kinds are adversarial.
struct SortCorpus
{
    std::string name;
    std::function<std::u16string(SplitMix64& random, std::size_t index)> make;

    static const std::vector<SortCorpus>& all();

    std::vector<std::u16string> make_texts(std::size_t count) const
    {
        SplitMix64 random(count);
        std::vector<std::u16string> texts;
        for (std::size_t i = 0; i < count; ++i)
        {
            texts.push_back(make(random, i));
        }

        return texts;
    }

    friend std::ostream& operator<<(std::ostream& stream, const SortCorpus& corpus) { return stream << corpus.name; }
};

} // namespace cenote
