using System.Reflection;
using Cenote.Tests.Support;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Design;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Scaffolding;
using Microsoft.EntityFrameworkCore.Sqlite.Design.Internal;
using Microsoft.Extensions.DependencyInjection;

#pragma warning disable EF1001 // No public API generates the code of `dotnet ef dbcontext optimize`.

namespace Cenote.EntityFrameworkCore.Tests;

/// <summary>Code generated for a model interns the same properties as the model.</summary>
public sealed class CompiledModelTests : IDisposable
{
    private readonly StationDatabase _database = new();

    public void Dispose() => _database.Dispose();

    [LongFact]
    public void A_compiled_model_interns_its_properties()
    {
        using var context = new PropertyContext(_database.Options<PropertyContext>().Options);
        IModel model = Load(Compile(Generate(context)));
        using var compiled = new PropertyContext(_database.Options<PropertyContext>().UseModel(model).Options);

        List<Station> stations = compiled.Stations.AsNoTracking().ToList();

        Assert.Same(model, compiled.Model);
        Assert.Equal(StationDatabase.Count, stations.Count);
        Assert.Equal(3, StationDatabase.Instances(stations.Select(station => station.State)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Place.Basin)));
        Assert.Equal(2, StationDatabase.Instances(stations.Select(station => station.Size.Class)));
    }

    [Fact]
    public void A_compiled_model_is_read_through_an_interning_reader()
    {
        using var context = new PlainContext(_database.Options<PlainContext>().Options);
        IModel model = Load(Compile(Generate(context)));
        using var compiled = new PlainContext(_database.Options<PlainContext>().UseModel(model).UseStringInterning().Options);

        Assert.Equal(3, StationDatabase.Instances(compiled.Stations.AsNoTracking().ToList().Select(station => station.State)));
    }

    private static IEnumerable<ScaffoldedFile> Generate(DbContext context)
    {
        IServiceCollection services = new ServiceCollection()
            .AddEntityFrameworkDesignTimeServices()
            .AddDbContextDesignTimeServices(context);
        new SqliteDesignTimeServices().ConfigureDesignTimeServices(services);
        using ServiceProvider provider = services.BuildServiceProvider();
        return provider.GetRequiredService<ICompiledModelCodeGeneratorSelector>()
            .Select(new CompiledModelCodeGenerationOptions { Language = "C#" })
            .GenerateModel(
                context.GetService<IDesignTimeModel>().Model,
                new CompiledModelCodeGenerationOptions
                {
                    ContextType = context.GetType(),
                    ModelNamespace = "Generated",
                    Language = "C#",
                    UseNullableReferenceTypes = true,
                });
    }

    private static Assembly Compile(IEnumerable<ScaffoldedFile> files)
    {
        var options = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true);
        var compilation = CSharpCompilation.Create(
            $"Generated{Guid.NewGuid():N}",
            files.Select(file => CSharpSyntaxTree.ParseText(file.Code, path: file.Path)),
            ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
                .Select(path => MetadataReference.CreateFromFile(path)),
            options);
        using var image = new MemoryStream();
        Assert.Empty(compilation.Emit(image).Diagnostics.Where(finding => finding.Severity == DiagnosticSeverity.Error));
        return Assembly.Load(image.ToArray());
    }

    private static IModel Load(Assembly assembly)
    {
        Type type = assembly.GetTypes().Single(type => typeof(IModel).IsAssignableFrom(type));
        return (IModel)type.GetProperty("Instance", BindingFlags.Public | BindingFlags.Static)!.GetValue(null)!;
    }
}
