namespace Cenote.Tool.Reports.Html;

/// <summary>The frame of all pages: one self-contained file without scripts.</summary>
internal static class HtmlPage
{
    /// <summary>A page.</summary>
    /// <param name="command">The command that writes it, such as <c>cenote measure</c>.</param>
    /// <param name="version">The version of the tool.</param>
    /// <param name="subject">The subject, for the title.</param>
    /// <param name="header">Heading and contents, with a line feed at the end.</param>
    /// <param name="sections">The sections; the first one has the id <c>advice</c>.</param>
    public static Fragment Of(string command, string version, string subject, Fragment header, Fragment sections) => Fragment.Of(
        $"""
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="cenote {version}">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <title>{subject} · {command}</title>
        <link rel="icon" href="data:,">
        <style>
        {Fragment.Resource("report.css")}</style>
        </head>
        <body>
        <a class="skip" href="#advice">Skip to the results</a>
        {Legend.Patterns()}{header}<main>
        {sections}
        </main>
        <footer><p>Written by <code>{command}</code> {version}. The page is complete: it needs no network and no other file.</p></footer>
        </body>
        </html>

        """);
}
