#include "strings/string_pool.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cenote
{

namespace
{

// A chunk of 64 units, after the pointer to the previous chunk.
constexpr std::size_t chunk_units = 64;
constexpr std::size_t chunk_bytes = sizeof(void*) + chunk_units * sizeof(char16_t);

std::u16string text_of(std::size_t length, std::size_t number)
{
    std::u16string text(length, u'\0');
    for (std::size_t i = 0; i < length; ++i)
    {
        text[i] = static_cast<char16_t>(number * 31 + i);
    }

    return text;
}

TEST(StringPoolTests, EveryTextKeepsItsUnitsAndANulWhateverItsLength)
{
    StringPool pool(chunk_bytes);
    std::vector<PoolString> strings;
    std::vector<std::u16string> expected;
    for (std::size_t round = 0; round < 3; ++round)
    {
        for (std::size_t length = 0; length <= 3 * chunk_units; ++length)
        {
            expected.push_back(text_of(length, expected.size()));
            strings.push_back(pool.add(expected.back()));
        }
    }

    for (std::size_t i = 0; i < strings.size(); ++i)
    {
        ASSERT_EQ(expected[i], std::u16string_view(strings[i]));
        ASSERT_EQ(u'\0', strings[i].c_str()[strings[i].size()]);
    }
}

TEST(StringPoolTests, AChunkIsFilledToItsLastUnit)
{
    StringPool pool(chunk_bytes);
    for (int i = 0; i < 4; ++i)
    {
        pool.add(std::u16string(chunk_units / 4 - 1, u'f'));
    }

    EXPECT_EQ(1U, pool.chunk_count());

    pool.add(u"x");

    EXPECT_EQ(2U, pool.chunk_count());
}

TEST(StringPoolTests, TextsInOneChunkLieOneBehindTheOther)
{
    StringPool pool(chunk_bytes);
    const PoolString first = pool.add(u"first");
    const PoolString second = pool.add(u"second");

    EXPECT_EQ(first.end() + 1, second.begin());
}

TEST(StringPoolTests, AnOversizedTextHasAChunkOfItsOwnAndTheChunkInUseRemainsInUse)
{
    StringPool pool(chunk_bytes);
    const PoolString first = pool.add(u"first");
    const std::u16string text = text_of(10 * chunk_units, 7);
    const PoolString oversized = pool.add(text);
    const PoolString second = pool.add(u"second");

    EXPECT_EQ(2U, pool.chunk_count());
    EXPECT_EQ(first.end() + 1, second.begin());
    EXPECT_EQ(text, std::u16string_view(oversized));
}

TEST(StringPoolTests, ATextIsOversizedWhenItTakesMoreThanAQuarterOfAChunk)
{
    const std::u16string quarter(chunk_units / 4 - 1, u'q');
    for (const bool is_oversized : {false, true})
    {
        StringPool pool(chunk_bytes);
        for (int i = 0; i < 3; ++i)
        {
            pool.add(quarter);
        }

        const PoolString last = pool.add(u"last");
        pool.add(is_oversized ? quarter + u'!' : quarter);
        const PoolString next = pool.add(u"next");

        EXPECT_EQ(2U, pool.chunk_count());
        EXPECT_EQ(is_oversized, last.end() + 1 == next.begin());
    }
}

TEST(StringPoolTests, AnOversizedTextMayComeFirst)
{
    StringPool pool(chunk_bytes);
    const std::u16string text = text_of(chunk_units, 3);

    EXPECT_EQ(text, std::u16string_view(pool.add(text)));
    EXPECT_EQ(u"next", std::u16string_view(pool.add(u"next")));
    EXPECT_EQ(2U, pool.chunk_count());
}

TEST(StringPoolTests, AnEmptyTextTakesNoRoom)
{
    StringPool pool(chunk_bytes);
    const PoolString empty = pool.add(u"");

    EXPECT_EQ(0U, pool.chunk_count());
    EXPECT_EQ(0U, empty.size());
    EXPECT_EQ(u'\0', *empty.c_str());
    EXPECT_EQ(PoolString(), empty);
}

TEST(StringPoolTests, AnEmptyStringIsWholeWhereverItIsCopied)
{
    std::vector<PoolString> copies;
    {
        const PoolString original;
        copies.assign(10, original);
    }

    EXPECT_EQ(u'\0', *copies[5].c_str());
}

TEST(StringPoolTests, ChunksOfNoSizeStillHoldTexts)
{
    StringPool pool(0);

    EXPECT_EQ(u"a", std::u16string_view(pool.add(u"a")));
    EXPECT_EQ(u"longer than any chunk", std::u16string_view(pool.add(u"longer than any chunk")));
}

TEST(StringPoolTests, NulsAndSurrogatesArePartOfTheText)
{
    StringPool pool;
    const std::u16string text{u'\0', 0xD800, u'a', u'\0'};

    EXPECT_EQ(text, std::u16string_view(pool.add(text)));
}

TEST(StringPoolTests, HandlesAreOrderedByUnit)
{
    StringPool pool;

    EXPECT_LT(pool.add(u"a"), pool.add(u"b"));
    EXPECT_LT(pool.add(u"a"), pool.add(u"aa"));
    EXPECT_LT(pool.add({u"\xD800", 1}), pool.add({u"\xE000", 1}));
    EXPECT_FALSE(pool.add(u"a") < pool.add(u"a"));
    EXPECT_EQ(pool.add(u"a"), pool.add(u"a"));
}

} // namespace

} // namespace cenote
