using System.Text.RegularExpressions;

namespace Cenote.Heap;

/// <summary>What places are called: as C# writes types, without namespaces, and by the dictionary instead of its entries.</summary>
internal static partial class PlaceNames
{
    private const string CacheNamespace = "Microsoft.Extensions.Caching.Memory.";
    private const string CacheEntry = $"{CacheNamespace}CacheEntry";

    /// <summary>Names a place.</summary>
    /// <param name="owner">The name of the type, as the runtime has it.</param>
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

        string name = IsValue(field) && HasValues(owner)
            ? $"{Short(owner[..owner.LastIndexOf('+')])} values"
            : $"{Short(owner)}.{field}";
        return ($"{owner}.{field}", name, PlaceKind.Field);
    }

    /// <summary>Whether a field is the value of a dictionary of arrays of bytes by string, or of a cache, which may be such an array.</summary>
    public static bool IsValueOfBytes(string owner, string field) => IsValue(field)
        && (owner == CacheEntry || owner.Contains("Dictionary<System.String, System.Byte[]>", StringComparison.Ordinal));

    /// <summary>Whether a field of an entry is its value.</summary>
    public static bool IsValue(string? field) => field is "value" or "_value";

    /// <summary>Whether objects of a type have the values of a dictionary: arrays of entries, or nodes.</summary>
    public static bool HasValues(string type) =>
        (type.StartsWith(Folder(PlaceKind.Keys), StringComparison.Ordinal) && type.EndsWith("+Entry[]", StringComparison.Ordinal))
        || (type.StartsWith(Folder(PlaceKind.ConcurrentKeys), StringComparison.Ordinal) && type.EndsWith("+Node", StringComparison.Ordinal));

    /// <summary>Whether objects of a type are the entries of a dictionary or a set.</summary>
    public static bool IsHashTable(string type) => type.EndsWith("+Entry[]", StringComparison.Ordinal)
        && (type.StartsWith(Folder(PlaceKind.Keys), StringComparison.Ordinal)
            || type.StartsWith(Folder(PlaceKind.SetItems), StringComparison.Ordinal));

    /// <summary>The name of a field; of an automatic property, that of the property.</summary>
    public static string Field(string? name)
    {
        name ??= "?";
        return name.StartsWith('<') && name.IndexOf('>', StringComparison.Ordinal) is > 1 and int end ? name[1..end] : name;
    }

    /// <summary>A type without namespaces, as C# writes it.</summary>
    public static string Short(string name) =>
        Qualified.Replace(name, static match => s_keywords.GetValueOrDefault(match.Value, match.Groups["name"].Value))
            .Replace('+', '.');

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
        ["System.Int16"] = "short",
        ["System.Int32"] = "int",
        ["System.Int64"] = "long",
        ["System.Double"] = "double",
        ["System.Single"] = "float",
        ["System.Decimal"] = "decimal",
    };

    private static string Folder(PlaceKind kind) => kind switch
    {
        PlaceKind.Keys => "System.Collections.Generic.Dictionary<",
        PlaceKind.ConcurrentKeys => "System.Collections.Concurrent.ConcurrentDictionary<",
        _ => "System.Collections.Generic.HashSet<",
    };

    [GeneratedRegex(@"(?:[\w`]+\.)*(?<name>\w+)(?:`\d+)?", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1_000)]
    private static partial Regex Qualified { get; }
}
