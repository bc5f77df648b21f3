using Microsoft.Playwright;

namespace Cenote.Browser.Tests;

/// <summary>A page in a separate window, with a record of its console messages and requests.</summary>
public sealed class OpenPage : IAsyncDisposable
{
    private readonly IBrowserContext _context;
    private readonly List<string> _complaints = [];
    private readonly List<string> _requests = [];

    private OpenPage(IBrowserContext context, IPage page)
    {
        _context = context;
        Page = page;
        page.Console += (_, message) => _complaints.Add(message.Text);
        page.PageError += (_, error) => _complaints.Add(error);
        page.Request += (_, request) => _requests.Add(request.Url);
    }

    /// <summary>The page.</summary>
    public IPage Page { get; }

    /// <summary>All console messages, including errors of scripts and of the content security policy.</summary>
    public IReadOnlyList<string> Complaints => _complaints;

    /// <summary>Every address that the page requested.</summary>
    public IReadOnlyList<string> Requests => _requests;

    /// <summary>Opens a page.</summary>
    public static async Task<OpenPage> OpenAsync(IBrowserContext context, string address)
    {
        var open = new OpenPage(context, await context.NewPageAsync());
        await open.Page.GotoAsync(address);
        return open;
    }

    /// <summary>Opens all collapsed <c>details</c> elements.</summary>
    public Task OpenDetailsAsync() =>
        Page.EvaluateAsync("document.querySelectorAll('details').forEach(details => details.open = true)");

    public ValueTask DisposeAsync() => _context.DisposeAsync();
}
