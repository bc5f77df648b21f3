#include "strings/populate.h"

#include <gtest/gtest.h>

#ifdef __linux__

#include <algorithm>
#include <cstddef>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace cenote
{

namespace
{

TEST(PopulateTests, WholePagesAreBackedAndNothingElse)
{
    constexpr std::size_t pages = 16;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    void* memory = mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(MAP_FAILED, memory);
    madvise(memory, pages * page, MADV_NOHUGEPAGE);

    populate(static_cast<char*>(memory) + 1, 10 * page);

    std::vector<unsigned char> backed(pages);
    ASSERT_EQ(0, mincore(memory, pages * page, backed.data()));
    munmap(memory, pages * page);
    EXPECT_EQ(0, backed.front() & 1);
    EXPECT_TRUE(std::all_of(backed.begin() + 1, backed.begin() + 10, [](unsigned char state) { return (state & 1) != 0; }));
    EXPECT_TRUE(std::all_of(backed.begin() + 10, backed.end(), [](unsigned char state) { return (state & 1) == 0; }));
}

} // namespace

} // namespace cenote

#endif
