#include "strings/cow_string.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <utility>

namespace cenote
{

// The header of a block; the text and a NUL follow.
struct CowString::Block
{
    std::atomic<std::size_t> references;
    std::size_t length;
    std::size_t capacity;

    char16_t* text() noexcept { return reinterpret_cast<char16_t*>(this + 1); }
};

// All empty strings share this block, without counting references.
CowString::Block* CowString::empty() noexcept
{
    struct EmptyBlock
    {
        Block block;
        char16_t end;
    };

    static constinit EmptyBlock shared{{.references = 1, .length = 0, .capacity = 0}, u'\0'};
    return &shared.block;
}

CowString::Block* CowString::allocate(std::u16string_view text, std::size_t capacity)
{
    void* memory = ::operator new(sizeof(Block) + (capacity + 1) * sizeof(char16_t));
    auto* block = new (memory) Block{.references = 1, .length = text.size(), .capacity = capacity};
    *std::ranges::copy(text, block->text()).out = u'\0';
    return block;
}

void CowString::release(Block* block) noexcept
{
    // Acquire and release: the last owner must see the reads and writes of the others.
    if (block != empty() && block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    {
        std::destroy_at(block);
        ::operator delete(block);
    }
}

CowString::CowString() noexcept : block_(empty()) {}

CowString::CowString(std::u16string_view text) : block_(text.empty() ? empty() : allocate(text, text.size())) {}

CowString::CowString(const CowString& other) noexcept : block_(other.block_)
{
    if (block_ != empty())
    {
        block_->references.fetch_add(1, std::memory_order_relaxed);
    }
}

CowString& CowString::operator=(const CowString& other) noexcept
{
    CowString copy(other);
    std::swap(block_, copy.block_);
    return *this;
}

CowString::~CowString()
{
    release(block_);
}

std::size_t CowString::size() const noexcept
{
    return block_->length;
}

const char16_t* CowString::c_str() const noexcept
{
    return block_->text();
}

bool CowString::is_shared() const noexcept
{
    return block_ == empty() || block_->references.load(std::memory_order_acquire) > 1;
}

void CowString::set(std::size_t index, char16_t unit)
{
    if (is_shared())
    {
        release(std::exchange(block_, allocate(*this, size())));
    }

    block_->text()[index] = unit;
}

void CowString::append(std::u16string_view text)
{
    const std::size_t length = size() + text.size();
    if (is_shared() || length > block_->capacity)
    {
        // The text may be part of this string, so the old block is released last.
        Block* grown = allocate(*this, std::max(length, size() + size() / 2));
        std::ranges::copy(text, grown->text() + size());
        release(std::exchange(block_, grown));
    }
    else
    {
        std::ranges::copy(text, block_->text() + size());
    }

    block_->length = length;
    block_->text()[length] = u'\0';
}

} // namespace cenote
