#pragma once

#include <chrono>

namespace cenote
{

/// Measures the time since its construction.
class Stopwatch
{
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

    double milliseconds() const { return seconds() * 1e3; }

private:
    using Clock = std::chrono::steady_clock;

    Clock::time_point start_ = Clock::now();
};

} // namespace cenote
