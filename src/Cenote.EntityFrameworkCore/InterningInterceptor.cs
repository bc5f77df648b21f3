using System.Data.Common;
using Cenote.Data;
using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Cenote.EntityFrameworkCore;

/// <summary>Wraps the reader of each query in one that interns strings.</summary>
internal sealed class InterningInterceptor(IStringInterner interner) : DbCommandInterceptor
{
    /// <inheritdoc/>
    public override DbDataReader ReaderExecuted(DbCommand command, CommandExecutedEventData eventData, DbDataReader result)
    {
        try
        {
            return Intern(eventData, result);
        }
        catch
        {
            result.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override async ValueTask<DbDataReader> ReaderExecutedAsync(
        DbCommand command,
        CommandExecutedEventData eventData,
        DbDataReader result,
        CancellationToken cancellationToken = default)
    {
        try
        {
            return Intern(eventData, result);
        }
        catch
        {
            await result.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    // If this method throws, the caller disposes the reader, because EF Core does not have the reader yet. Only readers of
    // queries are wrapped. For commands that save, the results are not worth interning, and some providers (PostgreSQL) expect
    // their own reader.
    private DbDataReader Intern(CommandExecutedEventData eventData, DbDataReader reader)
    {
        if (eventData.CommandSource is not (CommandSource.LinqQuery or CommandSource.FromSqlQuery))
        {
            return reader;
        }

        if (eventData.Context is { } context)
        {
            ProviderReaders.Reject(context.Model);
        }

        return reader.Interning(interner);
    }
}
