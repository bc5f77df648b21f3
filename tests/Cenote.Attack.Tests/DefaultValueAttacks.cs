using System.Reflection;
using System.Reflection.Emit;
using Cenote.Arenas;
using Cenote.Attack.Tests.Support;
using Cenote.Buffers;
using Cenote.Collections;
using Cenote.Formatting;
using Cenote.Objects;
using Cenote.Strings;

namespace Cenote.Attack.Tests;

/// <summary>Calls every non-generic member of every public struct on its default value.</summary>
public sealed class DefaultValueAttacks : AttackTests
{
    private const BindingFlags Public = BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly;

    [Attack]
    internal static void Every_member_of_the_default_of_every_struct_is_called()
    {
        var wrong = new List<string>();
        foreach (Type type in Structs())
        {
            foreach (MethodInfo method in type.GetMethods(Public).Where(static method => !method.IsGenericMethodDefinition))
            {
                Action call = CallOn(type, method);
                Note(wrong, $"{type.Name}.{method.Name}", call);
            }
        }

        Assert.Empty(wrong);
    }

    [Attack]
    internal static void Members_of_a_default_writer_are_called()
    {
        var wrong = new List<string>();
        Note(wrong, "Allocate", static () => default(ConcurrentStringPool.Writer).Allocate("text"));
        Note(wrong, "Free of an id", static () => default(ConcurrentStringPool.Writer).Free(SomeId()));
        Note(wrong, "Free of a handle", static () => default(ConcurrentStringPool.Writer).Free(SomeHandle()));
        Note(wrong, "Free of nothing", static () => default(ConcurrentStringPool.Writer).Free(default(PooledStringId)));
        Note(wrong, "Dispose", static () => default(ConcurrentStringPool.Writer).Dispose());
        Assert.Empty(wrong);
    }

    [Attack]
    internal static void Members_of_default_enumerators_and_entries_are_called()
    {
        var wrong = new List<string>();
        Note(wrong, "MoveNext", static () =>
        {
            PooledStringDictionary<int>.Enumerator enumerator = default;
            enumerator.MoveNext();
        });
        Note(wrong, "Current", static () => _ = default(PooledStringDictionary<int>.Enumerator).Current.KeyLength);
        Note(wrong, "KeyLength", static () => _ = default(PooledStringDictionary<int>.Entry).KeyLength);
        Note(wrong, "Key", static () => _ = default(PooledStringDictionary<int>.Entry).Key.Length);
        Note(wrong, "Value", static () => _ = default(PooledStringDictionary<int>.Entry).Value);
        Note(wrong, "Value of a reference type", static () => _ = default(PooledStringDictionary<string>.Entry).Value);
        Note(wrong, "Deconstruct", static () =>
        {
            (ReadOnlySpan<char> key, int value) = default(PooledStringDictionary<int>.Entry);
            _ = key.Length + value;
        });
        Note(wrong, "MoveNext of a set", static () =>
        {
            PooledStringSet.Enumerator enumerator = default;
            enumerator.MoveNext();
        });
        Note(wrong, "Current of a set", static () => _ = default(PooledStringSet.Enumerator).Current.Length);
        Note(wrong, "MoveNext of spans", static () =>
        {
            PooledStringSpans spans = default;
            Assert.False(spans.MoveNext());
        });
        Note(wrong, "Current of spans", static () => _ = default(PooledStringSpans).Current.Length);
        Note(wrong, "foreach over spans", static () =>
        {
            foreach (ReadOnlySpan<char> text in default(PooledStringSpans))
            {
                _ = text.Length;
            }
        });
        Note(wrong, "MoveNext of a list", static () => new StringArenaList.Enumerator().MoveNext());
        Note(wrong, "Current of a list", static () => _ = new StringArenaList.Enumerator().Current.IsEmpty);
        Assert.Empty(wrong);
    }

    [Attack]
    internal static void Members_of_default_handlers_are_called()
    {
        var wrong = new List<string>();
        Note(wrong, "literal", static () => default(ScratchTextHandler).AppendLiteral("text"));
        Note(wrong, "string", static () => default(ScratchTextHandler).AppendFormatted("text"));
        Note(wrong, "span", static () => default(ScratchTextHandler).AppendFormatted("text".AsSpan()));
        Note(wrong, "padded span", static () => default(ScratchTextHandler).AppendFormatted("text".AsSpan(), 9));
        Note(wrong, "value", static () => default(ScratchTextHandler).AppendFormatted(1));
        Note(wrong, "padded value", static () => default(ScratchTextHandler).AppendFormatted(1, 9));
        Note(wrong, "value with format", static () => default(ScratchTextHandler).AppendFormatted(1, "x"));
        Note(wrong, "value with both", static () => default(ScratchTextHandler).AppendFormatted(1, 9, "x"));
        Note(wrong, "handler of a pool", static () =>
        {
            using var pool = new SegmentedStringPool();
            StringHandler handler = default;
            handler.AppendLiteral("text");
            handler.AppendFormatted(1, 9, "x");
            handler.AppendFormatted("text".AsSpan(), -9);
            Assert.Equal("text        1text     ", pool.Allocate(ref handler).ToString());
            StringHandler empty = default;
            pool.Allocate(ref empty);
            pool.Allocate(ref empty);
        });
        Note(wrong, "handler of an arena", static () =>
        {
            using var arena = new StringArena();
            StringHandler handler = default;
            handler.AppendLiteral("a long text");
            handler.AppendFormatted(1, -9, "x");
            Assert.Equal("a long text1        ", arena.Add(ref handler).ToString());
            StringHandler empty = default;
            Assert.True(arena.Add(ref empty).IsEmpty);
            Assert.True(arena.Add(ref handler).IsEmpty);
        });
        Assert.Empty(wrong);
    }

    [Attack]
    internal static void Members_of_default_buffers_frames_lists_and_readers_are_called()
    {
        var wrong = new List<string>();
        Note(wrong, "buffer", static () =>
        {
            ScratchBuffer<int> buffer = default;
            Assert.Equal(0, buffer.Length + buffer.Span.Length + buffer.Slice(0).Length + buffer.Slice(0, 0).Length);
            buffer.Clear();
            buffer.Dispose();
            buffer.Dispose();
        });
        Note(wrong, "element of a buffer", static () => _ = default(ScratchBuffer<int>)[0]);
        Note(wrong, "slice of a buffer", static () => _ = default(ScratchBuffer<int>).Slice(1).Length);
        Note(wrong, "frame", static () =>
        {
            ScratchFrame frame = default;
            frame.Dispose();
        });
        Note(wrong, "rent of a frame", static () => default(ScratchFrame).Rent<int>(10).Clear());
        Note(wrong, "list", static () =>
        {
            ScratchList<char> list = default;
            list.Append('a');
            list.Append("bc");
            list.Append('d', 2);
            list.Append($"{1}");
            list.Insert(0, 'x');
            list.RemoveAt(0);
            Assert.Equal("abcdd1", list.ToString());
            list.Dispose();
            list.Append('e');
            Assert.Equal("e", list.ToString());
            list.Dispose();
        });
        Note(wrong, "element of a list", static () => _ = default(ScratchList<int>)[0]);
        Note(wrong, "reader", static () =>
        {
            SynchronizedStringPool.Reader reader = default;
            reader.Dispose();
        });
        Note(wrong, "text of a reader", static () => _ = default(SynchronizedStringPool.Reader).AsSpan(SomeId()).Length);
        Note(
            wrong, "text of a reader, tried",
            static () => _ = default(SynchronizedStringPool.Reader).TryGetSpan(SomeId(), out _));
        Assert.Empty(wrong);
    }

    [Attack]
    internal static void Default_handles_and_ids_are_given_to_every_pool()
    {
        using var segmented = new SegmentedStringPool();
        using var concurrent = new ConcurrentStringPool();
        using var contiguous = new UnmanagedStringPool(100);
        using var utf8 = new Utf8StringPool();
        using var synchronized = new SynchronizedStringPool(new SegmentedStringPool());
        using var arena = new StringArena();
        StringPool[] pools = [segmented, concurrent];
        foreach (StringPool pool in pools)
        {
            Assert.True(pool.AsSpan(default).IsEmpty);
            Assert.True(pool.TryGetSpan(default, out ReadOnlySpan<char> text) && text.IsEmpty);
            Assert.True(pool.Resolve(default).IsEmpty);
            pool.Free(default);
            Assert.Equal(0, pool.ActiveAllocations);
        }

        Assert.True(contiguous.AsSpan(default).IsEmpty && contiguous.Resolve(default).IsEmpty);
        contiguous.Free(default);
        Assert.True(utf8.AsSpan(default).IsEmpty && utf8.Resolve(default).IsEmpty);
        utf8.Free(default);
        Assert.Equal(string.Empty, synchronized.GetString(default));
        synchronized.Free(default);
        Assert.True(arena.AsSpan(default).IsEmpty);
        Assert.Equal(0, arena.Compare(default, default));
        arena.Sort(new ArenaString[50]);
        Assert.Equal(PooledStringRef.Empty, default(PooledStringRef).Duplicate());
        Assert.False(Allowed.Try(static () => default(PooledStringRef).Insert(0, "text")));
    }

    /// <summary>All public structs; generic ones with ordinary type arguments.</summary>
    private static IEnumerable<Type> Structs() =>
        from type in typeof(StringPool).Assembly.GetExportedTypes()
        where type is { IsValueType: true, IsEnum: false }
        select !type.IsGenericTypeDefinition ? type
            : type.MakeGenericType(Array.ConvertAll(
                type.GetGenericArguments(), _ => type == typeof(ObjectLease<>) ? typeof(object) : typeof(int)));

    /// <summary>
    /// A call of a method on the default value of its type, which may be a ref struct. String arguments are "text"; other
    /// arguments are default values. A returned reference is read.
    /// </summary>
    private static Action CallOn(Type type, MethodInfo method)
    {
        var caller = new DynamicMethod(method.Name, returnType: null, parameterTypes: null, typeof(DefaultValueAttacks).Module);
        ILGenerator code = caller.GetILGenerator();
        code.Emit(OpCodes.Ldloca, code.DeclareLocal(type));
        foreach (Type parameter in method.GetParameters().Select(static parameter => parameter.ParameterType))
        {
            if (parameter == typeof(string))
            {
                code.Emit(OpCodes.Ldstr, "text");
                continue;
            }

            code.Emit(
                parameter.IsByRef ? OpCodes.Ldloca : OpCodes.Ldloc,
                code.DeclareLocal(parameter.IsByRef ? parameter.GetElementType()! : parameter));
        }

        // Virtual members of System.Object are called on the type itself, without boxing.
        code.Emit(OpCodes.Call, method);
        if (method.ReturnType.IsByRef)
        {
            code.Emit(OpCodes.Ldobj, method.ReturnType.GetElementType()!);
        }

        if (method.ReturnType != typeof(void))
        {
            code.Emit(OpCodes.Pop);
        }

        code.Emit(OpCodes.Ret);
        return caller.CreateDelegate<Action>();
    }

    private static void Note(List<string> wrong, string what, Action call)
    {
        try
        {
            call();
        }
        catch (Exception exception)
        {
            if (!Allowed.IsAnswer(exception))
            {
                wrong.Add($"{what}: {exception.GetType().Name}: {exception.Message}");
            }
        }
    }

    private static PooledStringRef SomeHandle() => new SegmentedStringPool().Allocate("text");

    private static PooledStringId SomeId() => SomeHandle().Id;
}
