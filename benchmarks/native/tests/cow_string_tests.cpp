#include "strings/cow_string.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace cenote
{

namespace
{

TEST(CowStringTests, HoldsTextsOfEveryLengthWithANulBehindThem)
{
    for (std::size_t length = 0; length < 100; ++length)
    {
        const std::u16string text(length, u'\xFFFF');
        const CowString string(text);

        ASSERT_EQ(text, std::u16string_view(string));
        ASSERT_EQ(u'\0', string.c_str()[length]);
    }
}

TEST(CowStringTests, ACopySharesTheText)
{
    const CowString original(u"shared");
    const CowString copy = original;
    CowString assigned;
    assigned = copy;

    EXPECT_EQ(original.c_str(), copy.c_str());
    EXPECT_EQ(original.c_str(), assigned.c_str());
}

TEST(CowStringTests, WritingToACopyLeavesTheOthersAlone)
{
    const CowString original(u"text");
    CowString copy = original;
    copy.set(0, u'n');

    EXPECT_EQ(u"text", std::u16string_view(original));
    EXPECT_EQ(u"next", std::u16string_view(copy));
}

TEST(CowStringTests, WritingToTheOriginalLeavesItsCopiesAlone)
{
    CowString original(u"text");
    const CowString copy = original;
    original.append(u" and more");

    EXPECT_EQ(u"text and more", std::u16string_view(original));
    EXPECT_EQ(u"text", std::u16string_view(copy));
}

TEST(CowStringTests, TheOnlyOwnerWritesInPlace)
{
    CowString string(u"text");
    {
        const CowString copy = string;
    }

    const char16_t* before = string.c_str();
    string.set(0, u'n');

    EXPECT_EQ(before, string.c_str());
    EXPECT_EQ(u"next", std::u16string_view(string));
}

TEST(CowStringTests, WhatIsAppendedFillsTheCapacityFirst)
{
    CowString string(u"0123456789");
    string.append(u"a");
    const char16_t* grown = string.c_str();
    string.append(u"bcde");

    EXPECT_EQ(grown, string.c_str());
    EXPECT_EQ(u"0123456789abcde", std::u16string_view(string));
    EXPECT_EQ(u'\0', string.c_str()[string.size()]);

    string.append(u"f");

    EXPECT_NE(grown, string.c_str());
    EXPECT_EQ(u"0123456789abcdef", std::u16string_view(string));
}

TEST(CowStringTests, WhatIsAppendedToACopyLeavesTheOthersAloneEvenIfThereIsRoom)
{
    CowString original(u"0123456789");
    original.append(u"a");
    CowString copy = original;
    copy.append(u"b");

    EXPECT_EQ(u"0123456789a", std::u16string_view(original));
    EXPECT_EQ(u"0123456789ab", std::u16string_view(copy));
}

TEST(CowStringTests, AStringCanBeAppendedToItself)
{
    CowString string(u"ab");
    for (int i = 0; i < 3; ++i)
    {
        string.append(string);
    }

    EXPECT_EQ(u"abababababababab", std::u16string_view(string));
}

TEST(CowStringTests, AStringCanBeAssignedToItself)
{
    CowString string(u"self");
    const CowString& same = string;
    string = same;

    EXPECT_EQ(u"self", std::u16string_view(string));
}

TEST(CowStringTests, AppendingToAnEmptyStringDoesNotTouchOtherEmptyStrings)
{
    CowString string;
    const CowString other;
    string.append(u"text");

    EXPECT_EQ(u"text", std::u16string_view(string));
    EXPECT_EQ(0U, other.size());
    EXPECT_EQ(0U, CowString(u"").size());
}

TEST(CowStringTests, AppendingNothingToAnEmptyStringLeavesItEmpty)
{
    CowString string;
    string.append(u"");

    EXPECT_EQ(0U, string.size());
    EXPECT_EQ(u'\0', *string.c_str());
}

TEST(CowStringTests, StringsAreOrderedByUnit)
{
    EXPECT_LT(CowString(u"a"), CowString(u"b"));
    EXPECT_LT(CowString(u""), CowString(u"a"));
    EXPECT_LT(CowString({u"\xD800", 1}), CowString({u"\xE000", 1}));
    EXPECT_FALSE(CowString(u"a") < CowString(u"a"));
    EXPECT_EQ(CowString(u"a"), CowString(u"a"));
}

TEST(CowStringTests, ThreadsMayCopyAndDropOneText)
{
    const CowString original(u"shared by threads");
    {
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 2; ++thread)
        {
            threads.emplace_back(
                [copy = original]
                {
                    for (int i = 0; i < 10'000; ++i)
                    {
                        CowString mine = copy;
                        mine.set(0, u'S');
                    }
                });
        }
    }

    CowString last = original;
    last.set(0, u'S');

    EXPECT_EQ(u"shared by threads", std::u16string_view(original));
    EXPECT_EQ(u"Shared by threads", std::u16string_view(last));
}

} // namespace

} // namespace cenote
