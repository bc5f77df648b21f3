#include "runner/json_line.h"

#include <iomanip>
#include <sstream>

namespace cenote
{

namespace
{

std::string quoted(std::string_view text)
{
    std::ostringstream stream;
    stream << std::quoted(text);
    return stream.str();
}

std::string to_literal(double milliseconds)
{
    std::ostringstream stream;
    stream << std::fixed << std::setprecision(3) << milliseconds;
    return stream.str();
}

} // namespace

JsonLine& JsonLine::add_literal(std::string_view name, std::string_view literal)
{
    members_ += members_.empty() ? "" : ",";
    members_ += quoted(name);
    members_ += ':';
    members_ += literal;
    return *this;
}

JsonLine& JsonLine::add(std::string_view name, std::string_view text)
{
    return add_literal(name, quoted(text));
}

JsonLine& JsonLine::add(std::string_view name, bool value)
{
    return add_literal(name, value ? "true" : "false");
}

JsonLine& JsonLine::add(std::string_view name, std::size_t value)
{
    return add_literal(name, std::to_string(value));
}

JsonLine& JsonLine::add(std::string_view name, double milliseconds)
{
    return add_literal(name, to_literal(milliseconds));
}

JsonLine& JsonLine::add(std::string_view name, std::span<const double> milliseconds)
{
    std::string literal;
    for (double time : milliseconds)
    {
        literal += literal.empty() ? "[" : ",";
        literal += to_literal(time);
    }

    return add_literal(name, literal + ']');
}

JsonLine& JsonLine::add_checksum(std::string_view name, std::uint64_t checksum)
{
    std::ostringstream stream;
    stream << std::hex << std::setfill('0') << std::setw(16) << checksum;
    return add(name, stream.str());
}

} // namespace cenote
