using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Cenote.Tests.Support;

/// <summary>Reads objects through their debugger attributes, as a debugger does.</summary>
internal static partial class DebuggerEyes
{
    private const BindingFlags Members =
        BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    /// <summary>The text that a debugger shows next to a variable's name.</summary>
    public static string DisplayOf(object target)
    {
        (Type owner, DebuggerDisplayAttribute attribute) = Find<DebuggerDisplayAttribute>(target.GetType());
        return Hole().Replace(attribute.Value, hole => Evaluate(owner, hole.Groups["member"].Value, target));
    }

    /// <summary>The object that a debugger shows on expansion of the variable.</summary>
    public static object ViewOf(object target)
    {
        Type view = ViewTypeOf(target.GetType());
        ConstructorInfo constructor = Assert.Single(view.GetConstructors());
        Assert.True(Assert.Single(constructor.GetParameters()).ParameterType.IsInstanceOfType(target));
        return constructor.Invoke([target]);
    }

    /// <summary>The type of the view of a variable.</summary>
    public static Type ViewTypeOf(Type type)
    {
        (Type owner, DebuggerTypeProxyAttribute attribute) = Find<DebuggerTypeProxyAttribute>(type);
        var view = Type.GetType(attribute.ProxyTypeName, throwOnError: true)!;
        return view.IsGenericTypeDefinition ? view.MakeGenericType(owner.GetGenericArguments()) : view;
    }

    /// <summary>The items of a variable's view.</summary>
    public static Array ItemsOf(object view) => Assert.IsAssignableFrom<Array>(RootOf(view));

    /// <summary>The value of the view's single property, which a debugger shows instead of the view.</summary>
    public static object RootOf(object view)
    {
        PropertyInfo root = Assert.Single(view.GetType().GetProperties());
        Assert.Equal(DebuggerBrowsableState.RootHidden, root.GetCustomAttribute<DebuggerBrowsableAttribute>()?.State);
        return root.GetValue(view)!;
    }

    /// <summary>The properties of a variable's view, by name.</summary>
    public static Dictionary<string, object?> PropertiesOf(object view) =>
        view.GetType().GetProperties().ToDictionary(property => property.Name, property => property.GetValue(view));

    /// <summary>Whether a type or a base type has attributes for the debugger.</summary>
    public static bool IsShown(Type type) =>
        type.IsDefined(typeof(DebuggerDisplayAttribute), inherit: true)
        && type.IsDefined(typeof(DebuggerTypeProxyAttribute), inherit: true);

    private static (Type Owner, TAttribute Attribute) Find<TAttribute>(Type type)
        where TAttribute : Attribute
    {
        for (Type? owner = type; owner is not null; owner = owner.BaseType)
        {
            if (owner.GetCustomAttribute<TAttribute>(inherit: false) is { } attribute)
            {
                return (owner, attribute);
            }
        }

        throw new InvalidOperationException($"{type} has no {typeof(TAttribute).Name}.");
    }

    private static string Evaluate(Type owner, string member, object target) =>
        Convert.ToString(owner.GetProperty(member, Members)!.GetValue(target), CultureInfo.InvariantCulture)!;

    [GeneratedRegex(@"\{(?<member>\w+)(,nq)?\}", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant)]
    private static partial Regex Hole();
}
