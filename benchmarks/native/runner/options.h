#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cenote
{

/// The options of the command line.
struct Options
{
    static constexpr const char* usage = "[--count STRINGS] [--rounds ROUNDS]";

    std::size_t count = 1'600'000;
    std::size_t rounds = 5;

    /// Throws std::invalid_argument for an unknown option, and for a value that is not a number from 1 to 100,000,000.
    static Options parse(std::span<const std::string> arguments);
};

} // namespace cenote
