// What the compiler says of folders of C#, again and again: for each line on stdin it reads the files that changed and prints
// every diagnostic as id, path, line, column and message (tab separated), then a line with a dot.
// Arguments: a folder of reference assemblies, the symbols of #if (A;B or -), then the folders.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

static class DiagnosticsJudge {
  static int Main(string[] args) {
    var symbols = args[1] == "-" ? new string[0] : args[1].Split(';');
    var parse = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.Diagnose, SourceCodeKind.Regular, symbols);
    var compile = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, nullableContextOptions: NullableContextOptions.Enable);
    var references = Directory.GetFiles(args[0], "*.dll").Where(IsManaged).Select(path => MetadataReference.CreateFromFile(path));
    var compilation = CSharpCompilation.Create("Judged", null, references, compile);
    var trees = new Dictionary<string, SyntaxTree>();
    while (Console.ReadLine() != null) {
      var files = args.Skip(2).SelectMany(folder => Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories))
        .Where(path => !path.Contains("/bin/") && !path.Contains("/obj/")).ToList();
      foreach (var gone in trees.Keys.Except(files).ToList()) {
        compilation = compilation.RemoveSyntaxTrees(trees[gone]);
        trees.Remove(gone);
      }
      foreach (var path in files) {
        var text = File.ReadAllText(path);
        trees.TryGetValue(path, out var before);
        if (before != null && before.GetText().ToString() == text) continue;
        var tree = CSharpSyntaxTree.ParseText(SourceText.From(text, System.Text.Encoding.UTF8), parse, path);
        compilation = before == null ? compilation.AddSyntaxTrees(tree) : compilation.ReplaceSyntaxTree(before, tree);
        trees[path] = tree;
      }
      foreach (var each in compilation.GetDiagnostics()) {
        var place = each.Location.GetLineSpan().StartLinePosition;
        Console.WriteLine(string.Join("\t", each.Id, each.Location.SourceTree?.FilePath ?? "", place.Line + 1, place.Character + 1,
          each.GetMessage().Replace('\n', ' ').Replace('\t', ' ')));
      }
      Console.WriteLine(".");
    }
    return 0;
  }

  static bool IsManaged(string path) {
    try { System.Reflection.AssemblyName.GetAssemblyName(path); return true; } catch (BadImageFormatException) { return false; }
  }
}
