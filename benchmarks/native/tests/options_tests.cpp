#include "runner/options.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace cenote
{

namespace
{

Options parse(const std::vector<std::string>& arguments)
{
    return Options::parse(arguments);
}

TEST(OptionsTests, HaveDefaults)
{
    EXPECT_EQ(1'600'000U, parse({}).count);
    EXPECT_EQ(5U, parse({}).rounds);
}

TEST(OptionsTests, CanBeGivenInAnyOrder)
{
    const Options options = parse({"--rounds", "3", "--count", "100000000"});

    EXPECT_EQ(100'000'000U, options.count);
    EXPECT_EQ(3U, options.rounds);
}

TEST(OptionsTests, RefuseWhatIsNotAnOptionOrNotANumber)
{
    EXPECT_THROW(parse({"--colour", "3"}), std::invalid_argument);
    EXPECT_THROW(parse({"--count"}), std::invalid_argument);
    for (const char* number : {"", "0", "-1", "1.5", "3x", "100000001", "99999999999999999999"})
    {
        EXPECT_THROW(parse({"--count", number}), std::invalid_argument) << number;
    }
}

} // namespace

} // namespace cenote
