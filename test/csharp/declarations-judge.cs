// Prints every declaration of C# files as the compiler parses them: file, line of the name, kind, key, code.
// Arguments: a file with one path a line. The key is the declaration's full name with arity and parameter types; the code
// is its tokens without comments, of a type those before its members. Each file is parsed without symbols of #if and with
// all of them, so that code of every branch that one symbol decides is there.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

static class DeclarationsJudge {
  static int Main(string[] args) {
    using (var output = new StreamWriter(args[1]))
      foreach (var path in File.ReadAllLines(args[0])) {
        var text = File.ReadAllText(path);
        var symbols = Regex.Matches(text, @"^[ \t]*#[ \t]*(?:if|elif)\b(.*)$", RegexOptions.Multiline).Cast<Match>()
          .SelectMany(m => Regex.Matches(m.Groups[1].Value, @"[A-Za-z_]\w*").Cast<Match>()).Select(m => m.Value).Distinct().ToArray();
        var seen = new HashSet<string>();
        foreach (var defined in symbols.Length == 0 ? new[] { new string[0] } : new[] { new string[0], symbols }) {
          var options = new CSharpParseOptions(LanguageVersion.Preview, DocumentationMode.None, SourceCodeKind.Regular, defined);
          var root = CSharpSyntaxTree.ParseText(text, options).GetRoot();
          var errors = root.GetDiagnostics().Count(d => d.Severity == DiagnosticSeverity.Error);
          foreach (var node in root.DescendantNodesAndSelf()) foreach (var row in Rows(node)) {
            var line = string.Join("\t", path, row.Name.GetLocation().GetLineSpan().StartLinePosition.Line + 1, row.Kind, row.Key, row.Code, symbols.Length, errors);
            if (seen.Add(line)) output.WriteLine(line);
          }
        }
      }
    return 0;
  }

  struct Row { public SyntaxToken Name; public string Kind, Key, Code; }

  static IEnumerable<Row> Rows(SyntaxNode node) {
    switch (node) {
      case CompilationUnitSyntax unit when unit.Members.OfType<GlobalStatementSyntax>().Any():
        var statements = unit.Members.OfType<GlobalStatementSyntax>().ToList();
        return One(statements[0].GetFirstToken(), "method", "Program/<Main>$", statements.SelectMany(Tokens));
      case TypeDeclarationSyntax type:
        return One(type.Identifier, type.Keyword.Text, Around(type) + type.Identifier.ValueText + Arity(type.TypeParameterList), Tokens(type).TakeWhile(t => type.OpenBraceToken.IsKind(SyntaxKind.None) || t.SpanStart < type.OpenBraceToken.SpanStart));
      case EnumDeclarationSyntax type:
        return One(type.Identifier, "enum", Around(type) + type.Identifier.ValueText, Tokens(type).TakeWhile(t => t.SpanStart < type.OpenBraceToken.SpanStart));
      case DelegateDeclarationSyntax type:
        return One(type.Identifier, "delegate", Around(type) + type.Identifier.ValueText + Arity(type.TypeParameterList), Tokens(type));
      case EnumMemberDeclarationSyntax member:
        return One(member.Identifier, "enumMember", Around(member) + member.Identifier.ValueText, Tokens(member));
      case MethodDeclarationSyntax m:
        return One(m.Identifier, "method", Around(m) + m.ExplicitInterfaceSpecifier + m.Identifier.ValueText + Arity(m.TypeParameterList) + Parameters(m.ParameterList), Tokens(m));
      case ConstructorDeclarationSyntax m:
        return One(m.Identifier, "constructor", Around(m) + (m.Modifiers.Any(SyntaxKind.StaticKeyword) ? ".cctor" : ".ctor") + Parameters(m.ParameterList), Tokens(m));
      case DestructorDeclarationSyntax m:
        return One(m.Identifier, "destructor", Around(m) + "~", Tokens(m));
      case OperatorDeclarationSyntax m:
        return One(m.OperatorToken, "operator", Around(m) + "operator" + m.OperatorToken.Text + Parameters(m.ParameterList), Tokens(m));
      case ConversionOperatorDeclarationSyntax m:
        return One(m.Type.GetFirstToken(), "operator", Around(m) + m.ImplicitOrExplicitKeyword.Text + " operator " + m.Type + Parameters(m.ParameterList), Tokens(m));
      case IndexerDeclarationSyntax m:
        return One(m.ThisKeyword, "indexer", Around(m) + m.ExplicitInterfaceSpecifier + "this" + Parameters(m.ParameterList), Tokens(m));
      case PropertyDeclarationSyntax m:
        return One(m.Identifier, "property", Around(m) + m.ExplicitInterfaceSpecifier + m.Identifier.ValueText, Tokens(m));
      case EventDeclarationSyntax m:
        return One(m.Identifier, "event", Around(m) + m.ExplicitInterfaceSpecifier + m.Identifier.ValueText, Tokens(m));
      case VariableDeclaratorSyntax v when v.Parent?.Parent is BaseFieldDeclarationSyntax field:
        var before = Tokens(field).TakeWhile(t => t.SpanStart < field.Declaration.Variables[0].SpanStart);
        return One(v.Identifier, field is EventFieldDeclarationSyntax ? "event" : "field", Around(field) + v.Identifier.ValueText, before.Concat(Tokens(v)));
      default:
        return Enumerable.Empty<Row>();
    }
  }

  static IEnumerable<SyntaxToken> Tokens(SyntaxNode node) => node.DescendantTokens();

  static Row[] One(SyntaxToken name, string kind, string key, IEnumerable<SyntaxToken> tokens) {
    var code = string.Join(" ", tokens.Select(t => t.Text.Replace("\r", "")));
    using (var sha = System.Security.Cryptography.SHA256.Create())
      code = Convert.ToBase64String(sha.ComputeHash(System.Text.Encoding.UTF8.GetBytes(code)));
    return new[] { new Row { Name = name, Kind = kind, Key = Regex.Replace(key, @"\s+", " "), Code = code } };
  }

  static string Around(SyntaxNode node) {
    var names = node.Ancestors().Select(a => a is TypeDeclarationSyntax t ? t.Identifier.ValueText + Arity(t.TypeParameterList) + "/" : a is EnumDeclarationSyntax e ? e.Identifier.ValueText + "/" : a is BaseNamespaceDeclarationSyntax n ? n.Name + "." : "");
    return string.Concat(names.Reverse());
  }

  static string Arity(TypeParameterListSyntax list) => list == null ? "" : "`" + list.Parameters.Count;

  static string Parameters(BaseParameterListSyntax list) => "(" + string.Join(",", list.Parameters.Select(p => string.Concat(p.Modifiers.Where(m => !m.IsKind(SyntaxKind.ThisKeyword)).Select(m => m.Text + " ")) + Regex.Replace(p.Type?.ToString() ?? "", @"\s+", ""))) + ")";
}
