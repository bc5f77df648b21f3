#pragma once

#include <cstddef>
#include <memory>

namespace cenote
{

/// Memory for a number of values. The array constructs and destroys none of them.
template <class T>
class RawArray
{
public:
    explicit RawArray(std::size_t count) : data_(std::allocator<T>().allocate(count)), count_(count) {}
    RawArray(const RawArray&) = delete;
    RawArray& operator=(const RawArray&) = delete;
    ~RawArray() { std::allocator<T>().deallocate(data_, count_); }

    T* data() { return data_; }

private:
    T* data_;
    std::size_t count_;
};

} // namespace cenote
