#include "rivals/rivals.h"

#include "corpus/checksum.h"
#include "runner/race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <vector>

namespace cenote
{

// Describes the parameter of a failed test.
static void PrintTo(const Corpus& corpus, std::ostream* stream)
{
    *stream << corpus.name();
}

namespace
{

class RivalsTests : public testing::TestWithParam<Corpus>
{
protected:
    static std::uint64_t sorted_checksum()
    {
        std::vector<std::u16string> texts;
        for (std::size_t i = 0; i < GetParam().size(); ++i)
        {
            texts.emplace_back(GetParam()[i]);
        }

        std::ranges::sort(texts);
        return checksum_of<std::u16string>(texts);
    }
};

TEST_P(RivalsTests, EveryRivalHoldsTheTextsOfTheCorpusInTheirOrder)
{
    for_each_rival(
        []<class Strings, class...>()
        {
            Strings strings(GetParam());
            EXPECT_EQ(GetParam().checksum(), checksum_of<typename Strings::String>(strings.strings())) << Strings::name;
        });
}

TEST_P(RivalsTests, EverySortEndsInTheSameOrder)
{
    const std::uint64_t expected = sorted_checksum();
    for_each_rival(
        [expected]<class Strings, class... Sorts>()
        {
            [[maybe_unused]] const auto sort = [expected]<class Sort>(Sort)
            {
                Strings strings(GetParam());
                Sort::sort(strings.strings());
                EXPECT_EQ(expected, checksum_of<typename Strings::String>(strings.strings()))
                    << Strings::name << Sort::suffix;
            };
            (sort(Sorts{}), ...);
        });
}

TEST_P(RivalsTests, ARaceMeasuresThreeCreationsTwiceAndOneOfEachSortInARound)
{
    Measurements measurements;
    Race race(GetParam(), measurements);
    race.warm_up();
    EXPECT_TRUE(measurements.all().empty());

    race.run_round();
    race.run_round();

    std::set<std::string> sorts;
    std::set<std::string> creations;
    std::set<std::string> recreations;
    for (const Measurement& measurement : measurements.all())
    {
        const bool is_sort = measurement.name.starts_with("sort ");
        EXPECT_EQ(is_sort ? 2U : 6U, measurement.milliseconds.size()) << measurement.rival;
        EXPECT_EQ(is_sort ? sorted_checksum() : GetParam().checksum(), measurement.checksum) << measurement.rival;
        (is_sort ? sorts : measurement.name.starts_with("create ") ? creations : recreations).insert(measurement.rival);
    }

    EXPECT_EQ(7U, creations.size());
    EXPECT_EQ(creations, recreations);
    EXPECT_EQ(13U, sorts.size());
}

INSTANTIATE_TEST_SUITE_P(Corpora, RivalsTests,
                         testing::Values(Corpus::of_long_texts(3'000), Corpus::of_tiny_texts(3'000)),
                         [](const auto& corpus) { return std::string(corpus.param.name()); });

} // namespace

} // namespace cenote
