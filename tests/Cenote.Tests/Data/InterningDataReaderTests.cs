using System.Collections;
using System.Data;
using System.Data.Common;
using System.Reflection;
using Cenote.Data;
using Cenote.Interning;
using Cenote.Tests.Support;

namespace Cenote.Tests.Data;

/// <summary>A reader that interns strings and otherwise behaves like the wrapped reader.</summary>
public sealed class InterningDataReaderTests
{
    private const BindingFlags Instance = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    public static TheoryData<string> Members { get; } = [.. Virtuals().Select(method => method.ToString()!)];

    [Fact]
    public void Every_virtual_member_of_a_reader_is_overridden()
    {
        Type reader = new RecordingReader().Interning().GetType();

        Assert.False(reader.IsPublic);
        Assert.NotEmpty(Virtuals());
        Assert.Empty(Virtuals().Where(method => OverrideIn(reader, method) is null).Select(method => method.Name));
        Assert.Empty(Virtuals().Where(method => OverrideIn(typeof(RecordingReader), method) is null).Select(found => found.Name));
        Assert.True(typeof(IDbColumnSchemaGenerator).IsAssignableFrom(reader));
    }

    [Theory]
    [MemberData(nameof(Members))]
    public void Each_member_asks_the_same_member_of_the_reader_behind_it(string member)
    {
        MethodInfo method = Virtuals().Single(method => method.ToString() == member);
        using var behind = new RecordingReader();
        using DbDataReader reader = behind.Interning(new StringInterner(), "Name");
        MethodInfo called = method.IsGenericMethodDefinition ? method.MakeGenericMethod(typeof(int)) : method;

        object? result = called.Invoke(reader, Arguments(called));

        Assert.Equal(method.Name, behind.Last);
        Assert.Equal(called.Invoke(new RecordingReader(), Arguments(called)), result switch
        {
            RecordingReader => new RecordingReader(),
            _ => result,
        }, new SameOutcome());
    }

    [Fact]
    public void The_schema_of_columns_is_that_of_the_reader_behind_it()
    {
        using var behind = new RecordingReader();
        using DbDataReader reader = behind.Interning();

        Assert.True(reader.CanGetColumnSchema());
        Assert.Empty(reader.GetColumnSchema());
        Assert.Equal(nameof(DbDataReaderExtensions.GetColumnSchema), behind.Last);
    }

    [Fact]
    public async Task Every_way_to_read_a_string_gives_the_one_instance()
    {
        using DataTable table = Rows(2);
        var interner = new StringInterner();
        string state = interner.Intern("Yucatán");
        using DbDataReader reader = table.CreateDataReader().Interning(interner);
        var values = new object[3];
        while (await reader.ReadAsync())
        {
            Assert.Same(state, reader.GetString(1));
            Assert.Same(state, reader.GetValue(1));
            Assert.Same(state, reader.GetProviderSpecificValue(1));
            Assert.Same(state, reader.GetFieldValue<string>(1));
            Assert.Same(state, reader.GetFieldValue<object>(1));
            Assert.Same(state, await reader.GetFieldValueAsync<string>(1));
            Assert.Same(state, await reader.GetFieldValueAsync<object>(1, CancellationToken.None));
            Assert.Same(state, reader[1]);
            Assert.Same(state, reader["State"]);
            Assert.Equal(3, reader.GetValues(values));
            Assert.Same(state, values[1]);
            Assert.Equal(3, reader.GetProviderSpecificValues(values));
            Assert.Same(state, values[1]);
            Assert.Equal("Yucatán", await reader.GetTextReader(1).ReadToEndAsync());
        }
    }

    [Fact]
    public void An_enumeration_gives_the_one_instance()
    {
        using DataTable table = Rows(2);
        var interner = new StringInterner();
        using DbDataReader reader = table.CreateDataReader().Interning(interner, "State");

        int rows = 0;
        foreach (IDataRecord record in (IEnumerable)reader)
        {
            Assert.Same(interner.Intern("Yucatán"), record.GetString(1));
            rows++;
        }

        Assert.Equal(2, rows);
        Assert.Equal(1, interner.Count);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_enumerator_closes_the_reader_if_the_wrapped_one_does(bool closes)
    {
        using DataTable table = Rows(2);
        using var behind = new EnumeratedReader(table, closes);
        using DbDataReader reader = behind.Interning("State");

        Assert.Equal(2, reader.Cast<IDataRecord>().Select(record => record.GetString(1)).Count());

        Assert.Equal(closes, behind.IsClosed);
        Assert.Equal(3, behind.Reads);
    }

    [Fact]
    public void An_enumerator_is_reset_and_disposed_with_the_wrapped_one()
    {
        using DataTable table = Rows(2);
        using var behind = new EnumeratedReader(table, closes: null);
        using DbDataReader reader = behind.Interning(new StringInterner(), "State");
        IEnumerator rows = ((IEnumerable)reader).GetEnumerator();

        Assert.True(rows.MoveNext());
        Assert.Equal("Yucatán", ((IDataRecord)rows.Current).GetString(1));
        Assert.Throws<NotSupportedException>(rows.Reset);
        Assert.False(behind.IsEnumerationDisposed);
        Assert.IsAssignableFrom<IDisposable>(rows).Dispose();
        Assert.True(behind.IsEnumerationDisposed);
    }

    [Fact]
    public void An_interner_that_ignores_case_is_rejected_with_advice()
    {
        foreach (IStringInterner interner in ChangingInterners.IgnoringCase())
        {
            using DataTable table = Rows(1);
            DataTableReader behind = table.CreateDataReader();
            var refused = Assert.Throws<ArgumentException>("interner", () => behind.Interning(interner));
            Assert.Contains("Comparison is StringComparison.Ordinal", refused.Message, StringComparison.Ordinal);
            Assert.True(behind.IsClosed);
        }
    }

    [Fact]
    public void A_custom_interner_that_returns_a_different_text_throws()
    {
        using DataTable table = Rows(1);
        using DbDataReader reader = table.CreateDataReader().Interning(new ChangingInterners.Shouting(), "State");
        reader.Read();

        Assert.Throws<InvalidOperationException>(() => reader.GetString(1));
        Assert.Throws<InvalidOperationException>(() => reader["State"]);
        Assert.Equal("Name 0", reader.GetString(0));
    }

    [Fact]
    public void Columns_that_are_not_named_keep_the_strings_of_the_reader()
    {
        using DataTable table = Rows(3);
        var interner = new StringInterner();
        using DbDataReader reader = table.CreateDataReader().Interning(interner, "state");
        var values = new object[3];
        for (int row = 0; reader.Read(); row++)
        {
            object name = table.Rows[row][0];
            Assert.Same(name, reader.GetString(0));
            Assert.Same(name, reader["Name"]);
            Assert.Same(name, reader.GetFieldValue<string>(0));
            reader.GetValues(values);
            Assert.Same(name, values[0]);
            Assert.Same(interner.Intern("Yucatán"), reader["STATE"]);
        }

        Assert.Equal(1, interner.Count);
    }

    [Fact]
    public void Null_and_values_that_are_no_strings_are_passed_on()
    {
        using DataTable table = Rows(0);
        table.Rows.Add(DBNull.Value, DBNull.Value, 17);
        using DbDataReader reader = table.CreateDataReader().Interning();

        Assert.True(reader.Read());
        Assert.True(reader.IsDBNull(1));
        Assert.Same(DBNull.Value, reader.GetValue(1));
        Assert.Same(DBNull.Value, reader["State"]);
        Assert.Throws<InvalidCastException>(() => reader.GetString(1));
        Assert.Equal(17, reader.GetFieldValue<int>(2));
        Assert.Equal(17, reader[2]);
    }

    [Fact]
    public void A_column_that_is_not_there_is_refused_with_those_that_are()
    {
        using DataTable table = Rows(1);
        using DataTableReader behind = table.CreateDataReader();

        var missing = Assert.Throws<ArgumentException>(() => behind.Interning("State", "City"));

        Assert.Equal("The result has no column 'City'. It has Name, State, Number. (Parameter 'columns')", missing.Message);
        Assert.Throws<ArgumentNullException>("reader", () => default(DbDataReader)!.Interning());
    }

    [Fact]
    public void A_reader_that_cannot_be_wrapped_is_disposed_because_nobody_else_can()
    {
        using DataTable table = Rows(1);
        foreach ((string parameter, Action<DbDataReader> refused) in new (string, Action<DbDataReader>)[]
        {
            ("columns", reader => reader.Interning("City")),
            ("columns", reader => reader.Interning([null!])),
            ("interner", reader => reader.Interning(default(IStringInterner)!)),
        })
        {
            using DataTableReader behind = table.CreateDataReader();
            Assert.Equal(parameter, Assert.ThrowsAny<ArgumentException>(() => refused(behind)).ParamName);
            Assert.True(behind.IsClosed);
        }
    }

    [Fact]
    public void Columns_of_a_further_result_are_found_by_their_names()
    {
        using var first = new DataTable();
        first.Columns.Add("State", typeof(string));
        first.Rows.Add(new string("Campeche"));
        using DataTable second = Rows(1);
        using var third = new DataTable();
        third.Columns.Add("Other", typeof(string));
        third.Rows.Add(new string("Campeche"));
        var interner = new StringInterner();
        using DbDataReader reader = new DataTableReader([first, second, third]).Interning(interner, "State");

        Assert.True(reader.Read());
        Assert.Same(interner.Intern("Campeche"), reader.GetString(0));
        Assert.True(reader.NextResult());
        Assert.True(reader.Read());
        Assert.Same(second.Rows[0][0], reader.GetString(0));
        Assert.Same(interner.Intern("Yucatán"), reader.GetString(1));
        Assert.True(reader.NextResult());
        Assert.True(reader.Read());
        Assert.Same(third.Rows[0][0], reader.GetString(0));
        Assert.False(reader.NextResult());
    }

    [Fact]
    public void All_columns_of_one_name_are_interned()
    {
        var behind = new DoubledReader();
        var interner = new StringInterner();
        using DbDataReader reader = behind.Interning(interner, "State");

        Assert.Same(reader.GetString(0), reader.GetString(1));
        Assert.NotSame(behind.GetString(0), behind.GetString(1));
    }

    [Fact]
    public void Texts_beyond_the_limits_of_an_interner_keep_the_string_of_the_reader()
    {
        using DataTable table = Rows(2);
        var full = new StringInterner(new StringInternerOptions { MaximumBytes = 1 });
        var narrow = new WeakStringInterner(new WeakStringInternerOptions { MaximumLength = 3 });
        using DbDataReader reader = table.CreateDataReader().Interning(full).Interning(narrow);
        for (int row = 0; reader.Read(); row++)
        {
            Assert.Same(table.Rows[row][1], reader.GetString(1));
        }

        Assert.Equal(0, full.Count + narrow.Count);
    }

    [Fact]
    public void Unique_texts_leave_a_bounded_interner_within_its_bounds()
    {
        const int Count = 20_000;
        using DataTable table = Rows(Count);
        using DbDataReader reader = table.CreateDataReader().Interning();
        var states = new HashSet<object>(ReferenceEqualityComparer.Instance);
        while (reader.Read())
        {
            Assert.StartsWith("Name ", reader.GetString(0), StringComparison.Ordinal);
            states.Add(reader.GetString(1));
        }

        // A repeated string stays, while unique strings replace each other.
        Assert.Single(states);
        Assert.InRange(BoundedStringInterner.Shared.Count, 1, 4_096);
    }

    [Fact]
    public void A_column_that_does_not_repeat_is_left_alone_unless_it_is_named()
    {
        const int Count = 10_000;
        using DataTable table = Rows(Count);
        var tried = new StringInterner();
        var named = new StringInterner();
        Read(table.CreateDataReader().Interning(tried));
        Read(table.CreateDataReader().Interning(named, "Name", "State"));

        Assert.Equal(ColumnTrials.Credit + 1, tried.Count);
        Assert.Equal(Count + 1, named.Count);

        static void Read(DbDataReader reader)
        {
            using (reader)
            {
                string? state = null;
                while (reader.Read())
                {
                    Assert.StartsWith("Name ", reader.GetString(0), StringComparison.Ordinal);
                    state ??= reader.GetString(1);
                    Assert.Same(state, reader.GetString(1));
                }
            }
        }
    }

    [Fact]
    public void A_skipped_column_is_tried_again_after_twice_as_many_strings_each_time()
    {
        const int Trials = 3;
        using DataTable table = Rows((Trials * ColumnTrials.Credit) + (((1 << (Trials - 1)) - 1) * ColumnTrials.FirstSkip));
        var interner = new StringInterner();
        using DbDataReader reader = table.CreateDataReader().Interning(interner);
        ReadFirstColumn(reader);

        Assert.Equal(Trials * ColumnTrials.Credit, interner.Count);
    }

    [Fact]
    public void A_column_of_more_values_than_a_trial_covers_is_interned_in_the_end()
    {
        const int Values = 12 * ColumnTrials.Credit;
        using var table = new DataTable();
        table.Columns.Add("City", typeof(string));
        var random = new Random(7);
        for (int i = 0; i < 6 * Values; i++)
        {
            table.Rows.Add($"City {random.Next(Values)}");
        }

        var interner = new StringInterner();
        using DbDataReader reader = table.CreateDataReader().Interning(interner);
        ReadFirstColumn(reader);

        Assert.InRange(interner.Count, Values * 9 / 10, Values);
    }

    [Fact]
    public void A_further_result_is_tried_anew()
    {
        using DataTable first = Rows(ColumnTrials.Credit + 100);
        using var second = new DataTable();
        second.Columns.Add("State", typeof(string));
        second.Rows.Add(new string("Campeche"));
        var interner = new StringInterner();
        using DbDataReader reader = new DataTableReader([first, second]).Interning(interner);
        ReadFirstColumn(reader);

        Assert.True(reader.NextResult() && reader.Read());
        Assert.Same(interner.Intern("Campeche"), reader.GetString(0));
    }

    [Fact]
    public void A_string_that_is_there_costs_no_memory()
    {
        using DataTable table = Rows(1);
        using DbDataReader reader = table.CreateDataReader().Interning(new StringInterner());
        reader.Read();
        Read(2_000);

        long before = GC.GetAllocatedBytesForCurrentThread();
        Read(1_000);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Read(int times)
        {
            for (int i = 0; i < times; i++)
            {
                _ = reader.GetString(1);
                _ = reader.GetFieldValue<string>(1);
                _ = reader.GetValue(0);
            }
        }
    }

    [Fact]
    public async Task Closing_and_disposing_reach_the_reader_behind_it()
    {
        using DataTable table = Rows(1);
        DataTableReader closed = table.CreateDataReader();
        closed.Interning().Close();
        DataTableReader disposed = table.CreateDataReader();
        disposed.Interning().Dispose();
        DataTableReader later = table.CreateDataReader();
        await later.Interning().DisposeAsync();

        Assert.True(closed.IsClosed && disposed.IsClosed && later.IsClosed);
        Assert.Throws<InvalidOperationException>(() => closed.Interning("State"));
    }

    private static IEnumerable<MethodInfo> Virtuals() =>
        typeof(DbDataReader).GetMethods(Instance)
            .Where(method => method is { IsVirtual: true, IsFinal: false } && method.DeclaringType == typeof(DbDataReader));

    private static MethodInfo? OverrideIn(Type type, MethodInfo method) =>
        type.GetMethods(Instance | BindingFlags.DeclaredOnly)
            .SingleOrDefault(candidate => candidate.GetBaseDefinition() == method.GetBaseDefinition());

    private static object?[] Arguments(MethodInfo method) =>
    [
        .. method.GetParameters().Select(parameter => parameter.ParameterType switch
        {
            var type when type == typeof(string) => "Name",
            var type when type == typeof(object[]) => Array.Empty<object>(),
            var type when type == typeof(bool) => true,
            var type when type.IsValueType => Activator.CreateInstance(type),
            _ => null,
        }),
    ];

    private static void ReadFirstColumn(DbDataReader reader)
    {
        while (reader.Read())
        {
            _ = reader.GetString(0);
        }
    }

    private static DataTable Rows(int count)
    {
        var table = new DataTable();
        table.Columns.Add("Name", typeof(string));
        table.Columns.Add("State", typeof(string));
        table.Columns.Add("Number", typeof(int));
        for (int i = 0; i < count; i++)
        {
            table.Rows.Add($"Name {i}", new string("Yucatán"), i);
        }

        return table;
    }

    private sealed class SameOutcome : IEqualityComparer<object?>
    {
        public new bool Equals(object? x, object? y) =>
            object.Equals(x, y)
            || (x?.GetType() == y?.GetType() && x is Task or RecordingReader)
            || (x is IEnumerator && y is IEnumerator);

        public int GetHashCode(object? obj) => 0;
    }
}
