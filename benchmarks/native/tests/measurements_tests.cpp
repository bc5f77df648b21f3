#include "runner/measurements.h"

#include "runner/report.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <vector>

namespace cenote
{

namespace
{

TEST(MeasurementsTests, CollectTheTimesOfARivalInACase)
{
    Measurements measurements;
    measurements.add("one", "sort", 3, 1);
    measurements.add("two", "sort", 4, 1);
    measurements.add("one", "create", 5, 2);
    measurements.add("one", "sort", 1, 1);

    ASSERT_EQ(3U, measurements.all().size());
    EXPECT_EQ((std::vector<double>{3, 1}), measurements.all()[0].milliseconds);
    EXPECT_EQ("two", measurements.all()[1].rival);
    EXPECT_EQ("create", measurements.all()[2].name);
}

TEST(MeasurementsTests, RefuseARivalThatEndsWithOtherStrings)
{
    Measurements measurements;
    measurements.add("one", "sort", 3, 1);

    EXPECT_THROW(measurements.add("two", "sort", 3, 2), std::runtime_error);
    EXPECT_THROW(measurements.add("one", "sort", 3, 2), std::runtime_error);
}

TEST(MeasurementsTests, TheMedianIsTheMiddleOrBetweenTheTwoInTheMiddle)
{
    EXPECT_EQ(7, Measurement("", "", {7}, 0).median());
    EXPECT_EQ(3, Measurement("", "", {9, 1, 3}, 0).median());
    EXPECT_EQ(4, Measurement("", "", {9, 5, 1, 3}, 0).median());
}

TEST(MeasurementsTests, AReportHasALineOfJsonForTheRunEachCorpusAndEachResult)
{
    Measurements measurements;
    measurements.add("one", "sort tiny", 3.25, 0xAB);
    measurements.add("one", "sort tiny", 1, 0xAB);
    const std::vector<Corpus> corpora{Corpus::of_tiny_texts(8)};
    std::ostringstream stream;
    write_report(stream, Options{.count = 8, .rounds = 2}, corpora, measurements);

    std::istringstream lines(stream.str());
    std::string run;
    std::string corpus;
    std::string result;
    std::string none;
    std::getline(lines, run);
    std::getline(lines, corpus);
    std::getline(lines, result);

    EXPECT_TRUE(run.starts_with(R"({"kind":"run","schema":1,"compiler":")")) << run;
    EXPECT_TRUE(run.ends_with(R"(,"rounds":2})")) << run;
    EXPECT_EQ(R"({"kind":"corpus","corpus":"tiny","strings":8,"checksum":"bb3253d595738b3d"})", corpus);
    EXPECT_EQ(R"({"kind":"result","rival":"one","case":"sort tiny","ms":[3.250,1.000],"median":2.125,)"
              R"("checksum":"00000000000000ab"})",
              result);
    EXPECT_FALSE(std::getline(lines, none));
}

} // namespace

} // namespace cenote
