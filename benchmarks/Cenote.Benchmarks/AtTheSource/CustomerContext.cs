using Cenote.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;

namespace Cenote.Benchmarks.AtTheSource;

/// <summary>The customer table in Entity Framework Core.</summary>
internal class CustomerContext(DbContextOptions options) : DbContext(options)
{
    /// <summary>Reads all rows, untracked.</summary>
    public List<Customer> ReadAll() => Set<Customer>().AsNoTracking().ToList();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Customer>().ToTable("Customers");
}

/// <summary>The same context, with a model that interns the four properties with repeated strings.</summary>
internal sealed class InternedCustomerContext(DbContextOptions options) : CustomerContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        base.OnModelCreating(modelBuilder);
        modelBuilder.Entity<Customer>(customer =>
        {
            customer.Property(row => row.Country).IsInterned();
            customer.Property(row => row.City).IsInterned();
            customer.Property(row => row.Status).IsInterned();
            customer.Property(row => row.Segment).IsInterned();
        });
    }
}
