#pragma once

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace cenote
{

/// One JSON object on one line, built member by member.
class JsonLine
{
public:
    /// Adds a string of printable ASCII characters.
    JsonLine& add(std::string_view name, std::string_view text);
    JsonLine& add(std::string_view name, const char* text) { return add(name, std::string_view(text)); }

    JsonLine& add(std::string_view name, bool value);
    JsonLine& add(std::string_view name, std::size_t value);

    /// Adds milliseconds, with three decimals.
    JsonLine& add(std::string_view name, double milliseconds);
    JsonLine& add(std::string_view name, std::span<const double> milliseconds);

    /// Adds a string of 16 hexadecimal digits, because many JSON readers have no 64-bit numbers.
    JsonLine& add_checksum(std::string_view name, std::uint64_t checksum);

    friend std::ostream& operator<<(std::ostream& stream, const JsonLine& line)
    {
        return stream << '{' << line.members_ << "}\n";
    }

private:
    JsonLine& add_literal(std::string_view name, std::string_view literal);

    std::string members_;
};

} // namespace cenote
