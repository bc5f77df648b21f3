using System.ComponentModel;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Cenote.Measurement;

/// <summary>
/// Runs a program of this solution in a new process, with fresh memory, and reads its last line of output, as text or JSON.
/// </summary>
public sealed class ChildProcess
{
    private const int MaxErrorTextLength = 2_000;

    private readonly string _fileName;
    private readonly string[] _firstArguments;

    /// <summary>Prepares to run a program.</summary>
    /// <param name="program">
    /// The assembly with the entry point of the program: usually the running assembly; a test may name another.
    /// </param>
    public ChildProcess(Assembly program)
    {
        ArgumentNullException.ThrowIfNull(program);
        string? host = Environment.ProcessPath;
        bool hostIsProgram = program == Assembly.GetEntryAssembly() && host is not null && !IsMuxer(host);
        if (hostIsProgram || program.Location.Length == 0)
        {
            _fileName = host ?? throw new ChildProcessException("The path of the current program is not known.");
            _firstArguments = [];
        }
        else
        {
            _fileName = host is not null && IsMuxer(host) ? host : FindMuxer();
            _firstArguments = ["exec", program.Location];
        }
    }

    /// <summary>Environment variables to set in addition to the inherited ones.</summary>
    public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>Runs the program and reads the last line it writes to standard output as JSON.</summary>
    /// <typeparam name="T">The type of the result.</typeparam>
    /// <param name="arguments">The arguments for the program.</param>
    /// <param name="answerType">Deserializes the line.</param>
    /// <param name="writeInput">Writes the child's standard input, which is closed afterwards; null for none.</param>
    /// <param name="cancellationToken">When cancelled, kills the child and all its descendants.</param>
    /// <exception cref="ChildProcessException">The child could not be started, failed, ended before it read all input, or did not
    /// print the expected JSON.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled; the child was killed.</exception>
    public async Task<T> RunAsync<T>(
        IReadOnlyList<string> arguments,
        JsonTypeInfo<T> answerType,
        Action<Stream>? writeInput = null,
        CancellationToken cancellationToken = default)
    {
        string line = await RunAsync(arguments, writeInput, cancellationToken);
        try
        {
            return JsonSerializer.Deserialize(line, answerType)
                ?? throw new ChildProcessException("The child process printed null instead of a result.");
        }
        catch (JsonException exception)
        {
            throw new ChildProcessException($"The child process printed a line that is not the expected JSON: {line}", exception);
        }
    }

    /// <summary>Runs the program and returns the last line it writes to standard output; empty if it writes none.</summary>
    /// <param name="arguments">The arguments for the program.</param>
    /// <param name="writeInput">Writes the child's standard input, which is closed afterwards; null for none.</param>
    /// <param name="cancellationToken">When cancelled, kills the child and all its descendants.</param>
    /// <exception cref="ChildProcessException">The child could not be started, failed, or ended before it read all
    /// input.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled; the child was killed.</exception>
    public async Task<string> RunAsync(
        IReadOnlyList<string> arguments,
        Action<Stream>? writeInput = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        cancellationToken.ThrowIfCancellationRequested();

        using Process child = Start(arguments);
        using CancellationTokenRegistration killing = cancellationToken.Register(() => Kill(child));
        Task<string> output = child.StandardOutput.ReadToEndAsync(CancellationToken.None);
        Task<string> errors = child.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            Exception? brokenPipe = await Task.Run(() => TryWriteInput(child, writeInput), CancellationToken.None);
            await child.WaitForExitAsync(CancellationToken.None);
            cancellationToken.ThrowIfCancellationRequested();
            string errorText = (await errors).Trim();
            if (child.ExitCode != 0 || brokenPipe is not null)
            {
                throw new ChildProcessException(Describe(child.ExitCode, errorText)) { ExitCode = child.ExitCode };
            }

            return LastLine(await output);
        }
        finally
        {
            Kill(child);
        }
    }

    /// <summary>Returns the start information of the program, for callers that communicate with it while it runs.</summary>
    /// <param name="arguments">The arguments for the program.</param>
    /// <returns>The start information, with all three standard streams redirected; the caller may change it.</returns>
    public ProcessStartInfo StartInfo(IReadOnlyList<string> arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var start = new ProcessStartInfo(_fileName, [.. _firstArguments, .. arguments])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
        };
        foreach ((string name, string value) in Variables)
        {
            start.Environment[name] = value;
        }

        return start;
    }

    private static IOException? TryWriteInput(Process child, Action<Stream>? writeInput)
    {
        try
        {
            using Stream input = child.StandardInput.BaseStream;
            writeInput?.Invoke(input);
            return null;
        }
        catch (IOException exception)
        {
            // The child ended before it read all input: its exit code and standard error explain more than this exception.
            return exception;
        }
    }

    private static void Kill(Process child)
    {
        try
        {
            if (!child.HasExited)
            {
                child.Kill(entireProcessTree: true);
            }
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception)
        {
            // The child ended between the check and the kill.
        }
    }

    private static string Describe(int exitCode, string errors)
    {
        var text = new StringBuilder($"A child process ended with exit code {exitCode}");
        if (errors.Length > 0)
        {
            text.Append(": ").Append(errors.Length <= MaxErrorTextLength ? errors : errors[^MaxErrorTextLength..]);
        }

        return text.ToString();
    }

    private static string LastLine(string output)
    {
        string text = output.TrimEnd();
        return text[(text.LastIndexOf('\n') + 1)..];
    }

    private static bool IsMuxer(string path) =>
        string.Equals(Path.GetFileNameWithoutExtension(path), "dotnet", StringComparison.OrdinalIgnoreCase);

    private static string FindMuxer()
    {
        // The runtime is in <root>/shared/<framework>/<version>, the dotnet executable in <root>.
        string name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        string path = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", name));
        return File.Exists(path) ? path : name;
    }

    private Process Start(IReadOnlyList<string> arguments)
    {
        try
        {
            return Process.Start(StartInfo(arguments))
                ?? throw new ChildProcessException($"'{_fileName}' could not be started.");
        }
        catch (Win32Exception exception)
        {
            throw new ChildProcessException($"'{_fileName}' could not be started: {exception.Message}", exception);
        }
    }
}
