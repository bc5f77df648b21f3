#include "corpus/corpus.h"

#include "corpus/checksum.h"
#include "corpus/split_mix64.h"

#include <array>
#include <numeric>
#include <utility>

namespace cenote
{

namespace
{

constexpr std::uint64_t seed = 1729;

constexpr std::array<std::u16string_view, 8> sentences{
    u"Lorem ipsum dolor sit amet, consectetur adipisicing elit",
    u"sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.",
    u"Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris",
    u"nisi ut aliquip ex ea commodo consequat.",
    u"Duis aute irure dolor in reprehenderit in voluptate velit esse",
    u"cillum dolore eu fugiat nulla pariatur.",
    u"Excepteur sint occaecat cupidatat non proident,",
    u"sunt in culpa qui officia deserunt mollit anim id est laborum.",
};

void append_number(std::u16string& units, std::size_t number)
{
    const std::string digits = std::to_string(number);
    units.append(digits.begin(), digits.end());
}

// Fisher-Yates, from the last place to the first.
std::vector<std::size_t> shuffled(std::size_t count)
{
    std::vector<std::size_t> indexes(count);
    std::iota(indexes.begin(), indexes.end(), std::size_t{0});
    SplitMix64 random(seed);
    for (std::size_t place = count; place > 1; --place)
    {
        std::swap(indexes[place - 1], indexes[random.below(place)]);
    }

    return indexes;
}

} // namespace

template <class Append>
Corpus::Corpus(std::string_view name, std::size_t count, Append append) : name_(name)
{
    starts_.reserve(count + 1);
    for (std::size_t index : shuffled(count))
    {
        append(units_, index);
        starts_.push_back(units_.size());
    }
}

Corpus Corpus::of_long_texts(std::size_t count)
{
    return {"long", count,
            [](std::u16string& units, std::size_t index)
            {
                units += sentences[index % sentences.size()];
                units += u" (#";
                append_number(units, index / sentences.size());
                units += u')';
            }};
}

Corpus Corpus::of_tiny_texts(std::size_t count)
{
    return {"tiny", count,
            [](std::u16string& units, std::size_t index)
            {
                units += u'#';
                append_number(units, index / sentences.size());
            }};
}

std::uint64_t Corpus::checksum() const
{
    Checksum sum;
    for (std::size_t i = 0; i < size(); ++i)
    {
        sum.add((*this)[i]);
    }

    return sum.value();
}

} // namespace cenote
