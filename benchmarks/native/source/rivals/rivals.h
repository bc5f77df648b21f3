#pragma once

#include "rivals/cow_strings.h"
#include "rivals/multikey_sort.h"
#include "rivals/pmr_strings.h"
#include "rivals/pointer_pool_strings.h"
#include "rivals/pool_strings.h"
#include "rivals/radix_key_sort.h"
#include "rivals/spread_sort.h"
#include "rivals/standard_sort.h"
#include "rivals/utf16_strings.h"
#include "rivals/wide_strings.h"

namespace cenote
{

/// Calls a visitor with each kind of strings and its sorts: `visit.operator()<Strings, Sorts...>()`.
template <class Visitor>
void for_each_rival(Visitor&& visit)
{
    visit.template operator()<WideStrings, StandardSort>();
    visit.template operator()<Utf16Strings, StandardSort, MultikeySort, SpreadSort, RadixKeySort>();
    visit.template operator()<CowStrings, StandardSort>();
    visit.template operator()<PoolStrings, StandardSort, MultikeySort, SpreadSort, RadixKeySort>();
    visit.template operator()<PointerPoolStrings, StandardSort, MultikeySort>();
    visit.template operator()<PopulatedPoolStrings>();
    visit.template operator()<PmrStrings, StandardSort>();
}

} // namespace cenote
