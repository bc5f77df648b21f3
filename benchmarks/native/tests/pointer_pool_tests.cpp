#include "strings/pointer_pool.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace cenote
{

namespace
{

constexpr std::size_t chunk_units = 64;
constexpr std::size_t chunk_bytes = ChunkList::header_bytes + chunk_units * sizeof(char16_t);

std::u16string text_of(std::size_t length, std::size_t number)
{
    std::u16string text(length, u'\0');
    for (std::size_t i = 0; i < length; ++i)
    {
        text[i] = static_cast<char16_t>(1 + (number * 31 + i) % 0xFFFF);
    }

    return text;
}

TEST(PointerPoolTests, EveryTextKeepsItsUnitsAndANulWhateverItsLength)
{
    PointerPool pool(chunk_bytes);
    std::vector<TextPointer> strings;
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
        ASSERT_EQ(expected[i].size(), strings[i].size());
        ASSERT_EQ(u'\0', strings[i].c_str()[expected[i].size()]);
    }
}

TEST(PointerPoolTests, AHandleIsAPointer)
{
    EXPECT_EQ(sizeof(const char16_t*), sizeof(TextPointer));
    EXPECT_EQ(0U, TextPointer().size());
}

TEST(PointerPoolTests, AChunkHas512KibibytesAndIsFilledToItsLastUnit)
{
    PointerPool pool;
    const std::u16string quarter(128 * 1024 / sizeof(char16_t) - 1, u'q');
    for (int i = 0; i < 3; ++i)
    {
        pool.add(quarter);
    }

    pool.add(quarter.substr(ChunkList::header_bytes / sizeof(char16_t)));
    EXPECT_EQ(1U, pool.chunk_count());

    pool.add(u"");
    EXPECT_EQ(2U, pool.chunk_count());
}

TEST(PointerPoolTests, TextsInOneChunkLieOneBehindTheOther)
{
    PointerPool pool(chunk_bytes);
    const TextPointer first = pool.add(u"first");
    const TextPointer second = pool.add(u"second");

    EXPECT_EQ(first.end() + 1, second.begin());
}

TEST(PointerPoolTests, ALongTextGetsAMultipleOfAChunkAndIsFollowedByOthers)
{
    PointerPool pool(chunk_bytes);
    pool.add(u"first");
    const std::u16string text = text_of(3 * chunk_units, 7);
    const TextPointer oversized = pool.add(text);
    const TextPointer next = pool.add(u"next");

    EXPECT_EQ(2U, pool.chunk_count());
    EXPECT_EQ(oversized.end() + 1, next.begin());
    EXPECT_EQ(text, std::u16string_view(oversized));
}

TEST(PointerPoolTests, ChunksOfNoSizeStillHoldTexts)
{
    PointerPool pool(0);

    EXPECT_EQ(u"a", std::u16string_view(pool.add(u"a")));
    EXPECT_EQ(u"longer than any chunk", std::u16string_view(pool.add(u"longer than any chunk")));
}

TEST(PointerPoolTests, HandlesAreOrderedByUnit)
{
    PointerPool pool;

    EXPECT_LT(pool.add(u"a"), pool.add(u"b"));
    EXPECT_LT(pool.add(u"a"), pool.add(u"aa"));
    EXPECT_LT(pool.add(u""), pool.add(u"a"));
    EXPECT_LT(pool.add({u"\xD800", 1}), pool.add({u"\xE000", 1}));
    EXPECT_FALSE(pool.add(u"a") < pool.add(u"a"));
    EXPECT_EQ(pool.add(u"a"), pool.add(u"a"));
    EXPECT_EQ(TextPointer(), pool.add(u""));
}

} // namespace

} // namespace cenote
