using System.Text.RegularExpressions;

namespace Cenote.Heap;

/// <summary>Names places: types in C# notation without namespaces, and dictionaries instead of their entries.</summary>
internal static partial class PlaceNames
{
    private const string CacheNamespace = "Microsoft.Extensions.Caching.Memory.";
    private const string CacheEntry = $"{CacheNamespace}CacheEntry";

    /// <summary>Names a place.</summary>
    /// <param name="owner">The name of the type in the runtime.</param>
    /// <param name="field">The name of the field; null for the elements of arrays.</param>
    public static (string FullName, string Name, PlaceKind Kind) Of(string owner, string? field)
    {
        if (owner == CacheEntry && field == "Key")
        {
            const string Cache = "MemoryCache";
            return ($"{CacheNamespace}{Cache}", Cache, PlaceKind.CacheKeys);
        }

        foreach ((string pattern, string keyField, PlaceKind kind) in s_dictionaries)
        {
            int end = owner.IndexOf(pattern, StringComparison.Ordinal);
            if (end > 0 && field == keyField && owner[..end].EndsWith('>'))
            {
                string dictionary = owner[..end];
                if (dictionary.StartsWith(Folder(kind), StringComparison.Ordinal))
                {
                    return (dictionary, Short(dictionary), kind);
                }
            }
        }

        if (field is null)
        {
            return (owner, Short(owner), PlaceKind.Array);
        }

        string name = EndOfCollection(owner) is > 0 and int length
            ? $"{Short(owner[..length])} {Contents(owner[..length], field)}"
            : $"{Short(owner)}.{field}";
        return ($"{owner}.{field}", name, PlaceKind.Field);
    }

    /// <summary>Whether a field is a value that may be a byte array, in a dictionary with string keys or a cache.</summary>
    public static bool IsValueOfBytes(string owner, string field) => IsValue(field)
        && (owner == CacheEntry || owner.Contains("Dictionary<System.String, System.Byte[]>", StringComparison.Ordinal));

    /// <summary>Whether a field of an entry is the value.</summary>
    public static bool IsValue(string? field) => field is "value" or "_value";

    /// <summary>Whether objects of a type contain the values of a dictionary: entry arrays, or nodes.</summary>
    public static bool HasValues(string type) =>
        (type.StartsWith(Folder(PlaceKind.Keys), StringComparison.Ordinal) && type.EndsWith("+Entry[]", StringComparison.Ordinal))
        || (type.StartsWith(Folder(PlaceKind.ConcurrentKeys), StringComparison.Ordinal) && type.EndsWith("+Node", StringComparison.Ordinal));

    /// <summary>Whether objects of a type are the entry arrays of a dictionary or a set.</summary>
    public static bool IsHashTable(string type) => type.EndsWith("+Entry[]", StringComparison.Ordinal)
        && (type.StartsWith(Folder(PlaceKind.Keys), StringComparison.Ordinal)
            || type.StartsWith(Folder(PlaceKind.SetItems), StringComparison.Ordinal));

    /// <summary>
    /// The name of a field in source code. A field that the compiler generated has the name of its property or variable.
    /// </summary>
    public static string Field(string? name)
    {
        const string Separator = "__";
        name ??= "?";
        if (!name.StartsWith('<'))
        {
            return name;
        }

        // A state machine has <>4__this and <>3__parameter.
        int start = name.IndexOf(Separator, StringComparison.Ordinal) + Separator.Length;
        return name.IndexOf('>', StringComparison.Ordinal) is > 1 and int end
            ? name[1..end]
            : start >= Separator.Length && start < name.Length && char.IsLetter(name[start]) ? name[start..]
            : name;
    }

    /// <summary>
    /// The name of a type in C# notation, without namespaces. The generated class of an iterator or an asynchronous method is
    /// named after the method.
    /// </summary>
    public static string Short(string name) =>
        Qualified.Replace(
                Generated.Replace(name, NameInSource),
                static match => s_keywords.GetValueOrDefault(match.Value, match.Groups["name"].Value))
            .Replace('+', '.');

    private static string NameInSource(Match generated) =>
        generated.Groups["method"] is { Success: true } method ? $"{method.Value}()"
        : generated.Groups["type"] is { Success: true } type ? type.Value
        : "closure";

    // The end of the name of a .NET collection, if the type is a part of one, such as an entry or a node; otherwise -1.
    private static int EndOfCollection(string owner)
    {
        const string Part = ">+";
        const string Table = "System.Collections.Hashtable";
        return !owner.StartsWith("System.Collections.", StringComparison.Ordinal) ? -1
            : owner.StartsWith($"{Table}+", StringComparison.Ordinal) ? Table.Length
            : owner.LastIndexOf(Part, StringComparison.Ordinal) is > 0 and int end ? end + 1
            : -1;
    }

    private static string Contents(string collection, string field) =>
        !collection.EndsWith('>') || HasTwoArguments(collection) ? field switch
        {
            "key" or "_key" or "Key" => "keys",
            "value" or "_value" or "Value" or "val" => "values",
            _ => "items",
        }
        : "items";

    private static bool HasTwoArguments(string type)
    {
        int depth = 0;
        foreach (char part in type)
        {
            depth += part == '<' ? 1 : part == '>' ? -1 : 0;
            if (part == ',' && depth == 1)
            {
                return true;
            }
        }

        return false;
    }

    private static readonly (string Pattern, string Key, PlaceKind Kind)[] s_dictionaries =
    [
        ("+Entry", "key", PlaceKind.Keys),
        ("+Node", "_key", PlaceKind.ConcurrentKeys),
        ("+Entry", "Value", PlaceKind.SetItems),
    ];

    private static readonly Dictionary<string, string> s_keywords = new(StringComparer.Ordinal)
    {
        ["System.String"] = "string",
        ["System.Object"] = "object",
        ["System.Boolean"] = "bool",
        ["System.Byte"] = "byte",
        ["System.Char"] = "char",
        ["System.SByte"] = "sbyte",
        ["System.Int16"] = "short",
        ["System.Int32"] = "int",
        ["System.Int64"] = "long",
        ["System.UInt16"] = "ushort",
        ["System.UInt32"] = "uint",
        ["System.UInt64"] = "ulong",
        ["System.Double"] = "double",
        ["System.Single"] = "float",
        ["System.Decimal"] = "decimal",

        // Represents any class as a type argument: classes share the code and fields of a generic type.
        ["System.__Canon"] = "T",
    };

    private static string Folder(PlaceKind kind) => kind switch
    {
        PlaceKind.Keys => "System.Collections.Generic.Dictionary<",
        PlaceKind.ConcurrentKeys => "System.Collections.Concurrent.ConcurrentDictionary<",
        _ => "System.Collections.Generic.HashSet<",
    };

    // In this order: iterators and asynchronous methods, including local functions and lambdas; types local to a file; anonymous
    // types, inline arrays and the lists of collection expressions; closures.
    [GeneratedRegex(
        @"<<(?<method>[\w.]+)>[^<>]*>d(?:__\d+)?|<(?<method>[\w.]+)>d__\d+"
        + @"|<\w+>F[0-9A-F]{64}__(?<type>\w+)|<>[fyz]__(?<type>[A-Za-z]+)\d*|<>c(?:__DisplayClass[\d_]+)?",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Generated { get; }

    [GeneratedRegex(@"(?:[\w`]+\.)*(?<name>\w+)(?:`\d+)?", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Qualified { get; }
}
