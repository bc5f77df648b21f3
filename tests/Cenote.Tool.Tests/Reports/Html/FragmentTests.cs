using System.Globalization;
using Cenote.Tool.Reports.Html;

namespace Cenote.Tool.Tests.Reports.Html;

public class FragmentTests
{
    [Fact]
    public void What_fills_a_hole_is_encoded()
    {
        const string Hostile = "<script>alert(\"'&\")</script>";

        string markup = Fragment.Of($"<p title=\"{Hostile}\">{Hostile}</p>").ToString();

        const string Encoded = "&lt;script&gt;alert(&quot;&#x27;&amp;&quot;)&lt;/script&gt;";
        Assert.Equal($"<p title=\"{Encoded}\">{Encoded}</p>", markup);
    }

    [Fact]
    public void Fragments_within_fragments_stay_what_they_are()
    {
        Fragment[] items = [Fragment.Of($"<li>{"a<b"}</li>"), Fragment.Of($"<li>{Fragment.Of($"<b>c</b>")}</li>")];

        Assert.Equal("<ul><li>a&lt;b</li><li><b>c</b></li></ul>", Fragment.Of($"<ul>{items}</ul>").ToString());
    }

    [Fact]
    public void Nothing_is_nothing() =>
        Assert.Equal("<p></p>", Fragment.Of($"<p>{(string?)null}{Fragment.Empty}{default(Fragment)}</p>").ToString());

    [Fact]
    public void Numbers_are_those_of_programs_in_every_culture()
    {
        CultureInfo before = CultureInfo.CurrentCulture;
        try
        {
            var culture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
            culture.NumberFormat.NumberDecimalSeparator = ",";
            culture.NumberFormat.NegativeSign = "minus";
            CultureInfo.CurrentCulture = culture;

            Assert.Equal("0.1 -1234567 0.30000000000000004", Fragment.Of($"{0.1} {-1234567} {0.1 + 0.2}").ToString());
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void Other_scripts_stay_readable() => Assert.Equal("журнал – 2×", Fragment.Of($"{"журнал – 2×"}").ToString());
}
