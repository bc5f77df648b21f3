#include "corpus/corpus.h"

#include "corpus/checksum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cenote
{

namespace
{

std::vector<std::u16string> texts_of(const Corpus& corpus)
{
    std::vector<std::u16string> texts;
    for (std::size_t i = 0; i < corpus.size(); ++i)
    {
        texts.emplace_back(corpus[i]);
    }

    return texts;
}

// The checksums were computed from the description in README.md by a program in another language.
TEST(CorpusTests, ChecksumsAreThoseOfTheReadme)
{
    EXPECT_EQ(0x9A8C08DA3C91C01F, Corpus::of_long_texts(1).checksum());
    EXPECT_EQ(0x74EF9FD415114370, Corpus::of_long_texts(8).checksum());
    EXPECT_EQ(0x406BEA7058734B32, Corpus::of_long_texts(1'000).checksum());
    EXPECT_EQ(0xEB103E18763E9086, Corpus::of_tiny_texts(1).checksum());
    EXPECT_EQ(0xBB3253D595738B3D, Corpus::of_tiny_texts(8).checksum());
    EXPECT_EQ(0xDA4C3C0D6A4E2AF9, Corpus::of_tiny_texts(1'000).checksum());
}

TEST(CorpusTests, ChecksumsOfSortedTextsAreThoseOfTheReadme)
{
    std::vector<std::u16string> long_texts = texts_of(Corpus::of_long_texts(1'000));
    std::vector<std::u16string> tiny_texts = texts_of(Corpus::of_tiny_texts(1'000));
    std::ranges::sort(long_texts);
    std::ranges::sort(tiny_texts);

    EXPECT_EQ(0xFC756C2A58DA7408, checksum_of<std::u16string>(long_texts));
    EXPECT_EQ(0xF776D020FA768CED, checksum_of<std::u16string>(tiny_texts));
}

TEST(CorpusTests, LongTextsAreEightSentencesWithANumber)
{
    std::vector<std::u16string> texts = texts_of(Corpus::of_long_texts(800));
    std::ranges::sort(texts);

    EXPECT_TRUE(std::ranges::adjacent_find(texts) == texts.end());
    EXPECT_EQ(u"Duis aute irure dolor in reprehenderit in voluptate velit esse (#0)", texts.front());
    EXPECT_EQ(u"sunt in culpa qui officia deserunt mollit anim id est laborum. (#99)", texts.back());
}

TEST(CorpusTests, EightTinyTextsAreTheSame)
{
    std::vector<std::u16string> texts = texts_of(Corpus::of_tiny_texts(800));
    std::ranges::sort(texts);

    for (std::size_t i = 0; i < texts.size(); ++i)
    {
        ASSERT_EQ(texts[i - i % 8], texts[i]);
    }

    EXPECT_EQ(u"#0", texts.front());
    EXPECT_EQ(u"#99", texts.back());
}

TEST(CorpusTests, ACorpusCanBeEmpty)
{
    const Corpus empty = Corpus::of_long_texts(0);

    EXPECT_EQ(0U, empty.size());
    EXPECT_EQ(Checksum().value(), empty.checksum());
}

TEST(CorpusTests, AChecksumKnowsWhereTextsEnd)
{
    const std::vector<std::u16string> texts{u"a", u"bc"};
    const std::vector<std::u16string> others{u"ab", u"c"};

    EXPECT_NE(checksum_of<std::u16string>(texts), checksum_of<std::u16string>(others));
}

} // namespace

} // namespace cenote
