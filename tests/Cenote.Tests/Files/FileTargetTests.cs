using System.Diagnostics;
using System.IO.Pipes;
using System.Net.Sockets;
using System.Text;
using Cenote.Collections;
using Cenote.Files;
using Cenote.Tests.Support;

namespace Cenote.Tests.Files;

public sealed class FileTargetTests : IDisposable
{
    private const UnixFileMode ForOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly string _folder = Directory.CreateTempSubdirectory("cenote").FullName;

    private string Target => Path.Combine(_folder, "report.json");

    private string Link => Path.Combine(_folder, "link");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void A_complete_file_replaces_the_former_one()
    {
        File.WriteAllText(Target, "former");

        Write(Target);

        Assert.Equal("complete", File.ReadAllText(Target));
        Assert.Single(Directory.GetFiles(_folder));
    }

    [Fact]
    public void A_failure_leaves_the_former_file_and_nothing_else()
    {
        File.WriteAllText(Target, "former");

        Assert.Throws<IOException>(() => FileTarget.Find(Target).Write(FileTarget.ReadWrite, static (stream, _) =>
        {
            stream.Write("half"u8);
            throw new IOException("the disk is full");
        }));

        Assert.Equal("former", File.ReadAllText(Target));
        Assert.Single(Directory.GetFiles(_folder));
    }

    [Fact]
    public void A_file_larger_than_is_allowed_fails_like_a_full_disk()
    {
        File.WriteAllText(Target, "former");

        // A stream throws this exception when the system returns EFBIG.
        IOException exception = Assert.Throws<IOException>(() => FileTarget.Find(Target).Write(
            FileTarget.ReadWrite, static (_, _) => throw new ArgumentOutOfRangeException("value")));

        Assert.Contains("is larger than", exception.Message, StringComparison.Ordinal);
        Assert.Equal("former", File.ReadAllText(Target));
        Assert.Single(Directory.GetFiles(_folder));
    }

    [Fact]
    public void Finding_a_target_leaves_no_file_and_rejects_a_missing_folder()
    {
        File.WriteAllText(Target, "former");

        Assert.True(FileTarget.Find(Target).IsReplaced);

        Assert.Equal("former", File.ReadAllText(Assert.Single(Directory.GetFiles(_folder))));
        Assert.Throws<DirectoryNotFoundException>(() => FileTarget.Find(Path.Combine(_folder, "none", "x")));
        Assert.Throws<DirectoryNotFoundException>(() => FileTarget.Find(Path.Combine(Target, "x")));
        Assert.Throws<ArgumentException>(() => FileTarget.Find(""));
        Assert.Throws<ArgumentNullException>(() => FileTarget.Find(null!));
    }

    [Fact]
    public void Links_are_kept_and_their_targets_are_written_even_if_new()
    {
        File.CreateSymbolicLink(Link, Target);

        Write(Link);
        Assert.Equal("complete", File.ReadAllText(Target));

        File.WriteAllText(Target, "former");
        Write(Link);
        Assert.Equal("complete", File.ReadAllText(Target));
        Assert.Equal(Target, new FileInfo(Link).LinkTarget);
    }

    [Fact]
    public void Links_into_a_missing_folder_and_circular_links_are_rejected()
    {
        File.CreateSymbolicLink(Link, Path.Combine(_folder, "none", "x"));
        Assert.Throws<DirectoryNotFoundException>(() => FileTarget.Find(Link));

        string circle = Path.Combine(_folder, "circle");
        File.CreateSymbolicLink(circle, circle);
        Assert.ThrowsAny<IOException>(() => FileTarget.Find(circle));
        Assert.Equal(circle, new FileInfo(circle).LinkTarget);
    }

    [Fact]
    public void Directories_are_rejected_by_any_name()
    {
        Directory.CreateSymbolicLink(Link, _folder);
        Assert.All(
            [_folder, _folder + Path.DirectorySeparatorChar, Target + Path.DirectorySeparatorChar, Link],
            path => Assert.Contains(
                "is a directory", Assert.Throws<IOException>(() => FileTarget.Find(path)).Message, StringComparison.Ordinal));
    }

    [LinuxFact]
    public void A_name_may_be_as_long_as_the_file_system_allows_and_a_longer_one_is_refused_at_once()
    {
        foreach (int length in (int[])[218, 219, 255])
        {
            string path = Path.Combine(_folder, new string('n', length));
            Write(path);
            Write(path);
            Assert.Equal("complete", File.ReadAllText(path));
        }

        Assert.ThrowsAny<IOException>(() => FileTarget.Find(Path.Combine(_folder, new string('n', 256))));
        Assert.Equal(3, Directory.GetFiles(_folder).Length);
    }

    [LinuxFact]
    public void Named_pipes_and_sockets_are_refused_at_once_by_any_name_and_stay()
    {
        string pipe = Path.Combine(_folder, "pipe");
        Run("mkfifo", pipe);
        string name = Path.Combine(_folder, "socket");
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(name));
        string folder = Path.Combine(_folder, "folder");
        Directory.CreateSymbolicLink(folder, _folder);
        File.CreateSymbolicLink(Link, pipe);

        Assert.All(
            [pipe, Link, Path.Combine(folder, "pipe")],
            path => Assert.Contains(
                "named pipe", Assert.Throws<IOException>(() => FileTarget.Find(path)).Message, StringComparison.Ordinal));
        Assert.All(
            [name, Path.Combine(folder, "socket")],
            path => Assert.Contains(
                "socket", Assert.Throws<IOException>(() => FileTarget.Find(path)).Message, StringComparison.Ordinal));
        Assert.Equal(FileKind.Pipe, FileStatus.Of(pipe)?.Kind);
        Assert.Equal(FileKind.Socket, FileStatus.Of(name)?.Kind);
    }

    [LinuxFact]
    public void A_character_device_is_written_to_by_any_name_and_stays()
    {
        File.CreateSymbolicLink(Link, "/dev/null");
        string devices = Path.Combine(_folder, "devices");
        Directory.CreateSymbolicLink(devices, "/dev");

        Assert.All(
            ["/dev/null", Link, Path.Combine(devices, "null")],
            path =>
            {
                Assert.False(FileTarget.Find(path).IsFile);
                Write(path);
                Assert.Equal(FileKind.CharacterDevice, FileStatus.Of(path)?.Kind);
            });
        Assert.Contains("space", Assert.Throws<IOException>(() => Write("/dev/full")).Message, StringComparison.Ordinal);
    }

    [MountFact]
    public void Device_nodes_outside_of_dev_are_recognised_by_their_type()
    {
        string disk = Path.Combine(_folder, "disk");
        Run("mknod", Target, "c", "1", "3");
        Run("mknod", disk, "b", "7", "200");

        Write(Target);
        Assert.Equal(FileKind.CharacterDevice, FileStatus.Of(Target)?.Kind);
        Assert.Contains("device", Assert.Throws<IOException>(() => FileTarget.Find(disk)).Message, StringComparison.Ordinal);
        Assert.Equal(FileKind.BlockDevice, FileStatus.Of(disk)?.Kind);
    }

    [LinuxFact]
    public void A_pipe_of_this_process_is_written_to_by_any_name_of_its_descriptor()
    {
        using var reader = new AnonymousPipeServerStream(PipeDirection.In);
        string descriptor = reader.GetClientHandleAsString();
        string devices = Path.Combine(_folder, "devices");
        Directory.CreateSymbolicLink(devices, "/dev");
        File.CreateSymbolicLink(Link, $"/dev/fd/{descriptor}");
        byte[] read = new byte["complete".Length];

        foreach (string path in (string[])
            [$"/proc/self/fd/{descriptor}", $"/dev/fd/{descriptor}", $"{devices}/fd/{descriptor}", Link])
        {
            Write(path);
            reader.ReadExactly(read);
            Assert.Equal("complete", Encoding.UTF8.GetString(read));
        }

        using var closed = new AnonymousPipeServerStream(PipeDirection.Out);
        Assert.Throws<IOException>(() => FileTarget.Find($"/proc/self/fd/{closed.GetClientHandleAsString()}"));
    }

    [LinuxFact]
    public void A_file_that_is_open_as_a_descriptor_is_written_at_its_position()
    {
        using var stream = new FileStream(Target, FileMode.Create, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        string path = $"/proc/self/fd/{stream.SafeFileHandle.DangerousGetHandle()}";

        Write(path);
        Write(path);

        Assert.Equal("completecomplete", File.ReadAllText(Target));
        Assert.Single(Directory.GetFiles(_folder));
        using FileStream readOnly = File.OpenRead(Target);
        Assert.Contains(
            "cannot be written",
            Assert.Throws<IOException>(
                () => FileTarget.Find($"/proc/self/fd/{readOnly.SafeFileHandle.DangerousGetHandle()}")).Message,
            StringComparison.Ordinal);
    }

    [LinuxFact]
    public void Aliases_of_standard_output_are_recognised()
    {
        Directory.CreateSymbolicLink(Link, "/dev");
        Assert.All(
            ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1", $"{Link}/stdout"], path => Assert.True(FileTarget.IsStandardOutput(path)));
        Assert.All(["/dev/stderr", "/dev/null", Target, _folder, "1"], path => Assert.False(FileTarget.IsStandardOutput(path)));
    }

    [LinuxFact]
    public void Files_of_the_kernel_are_refused()
    {
        // Only root may write this file.
        Exception? refusal = Record.Exception(() => FileTarget.Find("/proc/sys/kernel/core_pattern"));
        Assert.True(refusal is IOException or UnauthorizedAccessException, refusal?.ToString());
        Assert.Contains(
            "belongs to the system",
            Assert.Throws<IOException>(() => FileTarget.Find("/proc/self/comm")).Message,
            StringComparison.Ordinal);
    }

    [LinuxFact]
    public void Private_and_world_writable_files_keep_their_permissions()
    {
        const UnixFileMode All = FileTarget.ReadWrite;
        if (!OperatingSystem.IsWindows())
        {
            foreach (UnixFileMode mode in (UnixFileMode[])[ForOwner, All])
            {
                File.WriteAllText(Target, "former");
                File.SetUnixFileMode(Target, mode);
                Write(Target);
                Assert.Equal(mode, File.GetUnixFileMode(Target));
            }
        }
    }

    [MountFact]
    public void A_mounted_file_is_written_in_place()
    {
        string source = Path.Combine(_folder, "source");
        File.WriteAllText(source, "the former file, which is longer");
        File.WriteAllText(Target, "");

        Assert.True(Mounts.Run(() =>
        {
            Mounts.Over(source, Target);
            FileTarget target = FileTarget.Find(Target);
            Assert.True(target.IsFile);
            Assert.False(target.IsReplaced);
            Write(Target);
            Assert.Equal("complete", File.ReadAllText(Target));

            using FileStream reader = File.OpenRead(Target);
            Assert.Throws<IOException>(() => FileTarget.Find(Target));
        }));

        Assert.Equal("complete", File.ReadAllText(source));
        Assert.Equal(2, Directory.GetFiles(_folder).Length);
    }

    [MountFact]
    public void In_a_read_only_folder_a_mounted_file_is_written_in_place_and_others_are_rejected()
    {
        string source = Path.Combine(_folder, "source");
        string folder = Path.Combine(_folder, "folder");
        string target = Path.Combine(folder, "target");
        string other = Path.Combine(folder, "other");
        Directory.CreateDirectory(folder);
        File.WriteAllText(source, "former");
        File.WriteAllText(target, "");
        File.WriteAllText(other, "");

        Assert.True(Mounts.Run(() =>
        {
            Mounts.MakeReadOnly(folder);
            Mounts.Over(source, target);
            Write(target);
            Assert.ThrowsAny<IOException>(() => FileTarget.Find(other));
            Assert.ThrowsAny<IOException>(() => FileTarget.Find(Path.Combine(folder, "new")));
        }));

        Assert.Equal("complete", File.ReadAllText(source));
    }

    [MountFact]
    public void A_file_that_is_mounted_while_it_is_written_is_not_lost()
    {
        string source = Path.Combine(_folder, "source");
        File.WriteAllText(source, "former");
        File.WriteAllText(Target, "");

        Assert.True(Mounts.Run(() => FileTarget.Find(Target).Write(FileTarget.ReadWrite, (stream, _) =>
        {
            Mounts.Over(source, Target);
            stream.Write("complete"u8);
        })));

        Assert.Equal("complete", File.ReadAllText(source));
        Assert.Equal(2, Directory.GetFiles(_folder).Length);
    }

    [Fact]
    public void Replacing_an_open_file_is_retried_on_Windows()
    {
        File.WriteAllText(Target, "former");
        int refusals = 3;

        FileTarget.Replace("new", Target, isWindows: true, (_, _) =>
        {
            if (refusals-- > 0)
            {
                throw refusals % 2 == 0 ? new UnauthorizedAccessException() : new IOException();
            }
        });

        Assert.Equal(-1, refusals);
    }

    [Fact]
    public void Failing_to_replace_an_open_file_on_Windows_throws_with_advice()
    {
        File.WriteAllText(Target, "former");

        IOException refusal = Assert.Throws<IOException>(() => FileTarget.Replace(
            "new", Target, isWindows: true, static (_, _) => throw new UnauthorizedAccessException("Access is denied.")));

        Assert.Contains(Target, refusal.Message, StringComparison.Ordinal);
        Assert.Contains("close it in the other program", refusal.Message, StringComparison.Ordinal);
        Assert.Equal("former", File.ReadAllText(Target));
        Assert.Throws<FileNotFoundException>(() => FileTarget.Replace(
            "new", Path.Combine(_folder, "none"), isWindows: true, static (_, _) => throw new FileNotFoundException()));
    }

    [Fact]
    public void On_Windows_a_file_is_replaced_once_its_reader_has_closed_it()
    {
        File.WriteAllText(Target, "former");
        var windows = new FakeWindowsFiles();
        windows.Open(Target);
        int attempts = 0;

        FileTarget.Find(Target).Write(FileTarget.ReadOnly, static (stream, _) => stream.Write("complete"u8), isWindows: true, (from, to) =>
        {
            if (++attempts == 3)
            {
                windows.Close(Target);
            }

            windows.Move(from, to);
        });

        Assert.Equal(3, attempts);
        Assert.Equal("complete", File.ReadAllText(Target));
        Assert.Single(Directory.GetFiles(_folder));
    }

    // A snapshot, like any file, is written next to the old one, which a reader may have mapped.
    [Fact]
    public void On_Windows_a_file_that_stays_open_is_unchanged_and_nothing_is_left_beside_it()
    {
        using (var former = new PooledStringSet(["former"]))
        {
            former.Save(Target);
        }

        var windows = new FakeWindowsFiles();
        windows.Open(Target);
        IOException refusal = Assert.Throws<IOException>(() => FileTarget.Find(Target).Write(
            FileTarget.ReadOnly, static (stream, _) => stream.Write("complete"u8), isWindows: true, windows.Move));

        Assert.Contains(Target, refusal.Message, StringComparison.Ordinal);
        Assert.Contains("close it in the other program", refusal.Message, StringComparison.Ordinal);
        Assert.Single(Directory.GetFiles(_folder));
        using FrozenPooledStringSet read = FrozenPooledStringSet.Open(Target);
        Assert.True(read.Contains("former"));
    }

    [Fact]
    public void Different_paths_to_one_file_are_the_same_target()
    {
        string folder = Path.Combine(_folder, "folder");
        Directory.CreateSymbolicLink(folder, _folder);
        File.CreateSymbolicLink(Link, Target);
        for (int round = 0; round < 2; round++)
        {
            Assert.True(FileTarget.IsSame(Target, Path.Combine(_folder, ".", "report.json")));
            Assert.True(FileTarget.IsSame(Link, Target));
            Assert.False(FileTarget.IsSame(Target, Path.Combine(_folder, "report.html")));
            if (!OperatingSystem.IsWindows())
            {
                Assert.True(FileTarget.IsSame(Path.Combine(folder, "report.json"), Target));
                Assert.False(FileTarget.IsSame(Path.Combine(folder, "report.html"), Target));
                Assert.False(FileTarget.IsSame("/dev/null", "/dev/null"));
            }

            File.WriteAllText(Target, "it exists");
        }
    }

    private static void Write(string path) =>
        FileTarget.Find(path).Write(FileTarget.ReadWrite, static (stream, _) => stream.Write("complete"u8));

    private static void Run(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }
}
