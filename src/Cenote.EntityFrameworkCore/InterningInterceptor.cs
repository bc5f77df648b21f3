using System.Data.Common;
using Cenote.Data;
using Cenote.Interning;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace Cenote.EntityFrameworkCore;

/// <summary>Puts the readers of queries behind one that interns.</summary>
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

    // Who throws here disposes the reader, which the framework has not got yet.
    // Of what is saved there is no text to keep, and a provider may expect its own reader there, as that of PostgreSQL does.
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
