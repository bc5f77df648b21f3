namespace Cenote.Heap.Victim;

/// <summary>A base class with fields.</summary>
public class Customer
{
    public required string Name { get; init; }

    public required string City { get; init; }

    public required string Country { get; init; }

    public required string Password { get; init; }

    public required string Kind { get; init; }
}

/// <summary>A class that inherits the fields of its base class.</summary>
public sealed class Company : Customer;

/// <summary>A struct with a string, in an array.</summary>
public readonly record struct Money(decimal Amount, string Currency);

/// <summary>A generic class.</summary>
public sealed class Box<T>(T value)
{
    public T Value { get; } = value;
}

/// <summary>A string in a field of type object.</summary>
public sealed class Note(object text)
{
    public object Text { get; } = text;
}

/// <summary>A string that is a large object.</summary>
public sealed class Large(string text)
{
    public string Text { get; } = text;
}
