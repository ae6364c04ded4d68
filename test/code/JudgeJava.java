import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.util.Elements;
import javax.tools.*;

/**
 * Declarations of Java sources, and uses of some of them, by javac's own trees:
 * java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED JudgeJava.java ROOT CLASSPATH QUERIES|- SOURCE... > facts.json
 * A query is a line `path line column` of a declaration's name. The facts are as those of the other judges: a declaration is path, line,
 * column, name, kind, container, last line, and 1 for one in the body of a method. A use has tier 1 if it means a method that overrides
 * the declaration or that it overrides; `unjudged` are identifiers of the name that javac binds to nothing.
 */
public class JudgeJava {
  record Place(String path, int line, int column) {}

  static final List<String> declarations = new ArrayList<>();
  static final Map<Place, Element> declared = new HashMap<>();
  static final Map<String, List<Map.Entry<Place, Element>>> uses = new HashMap<>();
  static Path root;

  public static void main(String[] written) throws Exception {
    root = Path.of(written[0]).toRealPath();
    List<File> files = new ArrayList<>();
    for (int at = 3; at < written.length; at++)
      try (Stream<Path> all = Files.walk(root.resolve(written[at]))) {
        all.filter(path -> path.toString().endsWith(".java")).sorted().forEach(path -> files.add(path.toFile()));
      }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
    List<String> options = List.of("-proc:none", "-classpath", written[1], "-encoding", "UTF-8");
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavacTask task = (JavacTask) compiler.getTask(null, manager, problems, options, null, manager.getJavaFileObjectsFromFiles(files));
    List<CompilationUnitTree> units = new ArrayList<>();
    task.parse().forEach(units::add);
    Set<String> broken = problems.getDiagnostics().stream().filter(each -> each.getKind() == Diagnostic.Kind.ERROR && each.getSource() != null)
        .map(each -> pathOf(each.getSource())).collect(Collectors.toCollection(TreeSet::new));
    boolean asksForUses = !written[2].equals("-");
    if (asksForUses) task.analyze();
    for (CompilationUnitTree unit : units) new Reader(unit, Trees.instance(task)).scan(unit, null);
    StringBuilder out = new StringBuilder("{\"tool\":\"javac " + System.getProperty("java.version") + "\",\"files\":[");
    out.append(units.stream().map(unit -> quote(pathOf(unit.getSourceFile()))).sorted().collect(Collectors.joining(",")));
    out.append("],\"syntaxErrors\":[").append(broken.stream().map(JudgeJava::quote).collect(Collectors.joining(",")));
    out.append("],\"declarations\":[").append(String.join(",\n", declarations)).append("],\"uses\":[");
    if (asksForUses) out.append(answers(Files.readAllLines(Path.of(written[2])), task.getElements()));
    System.out.println(out.append("]}"));
  }

  static String answers(List<String> queries, Elements elements) {
    return queries.stream().map(query -> query.split(" ")).map(query -> {
      Place at = new Place(query[0], Integer.parseInt(query[1]), Integer.parseInt(query[2]));
      Element target = declared.get(at);
      if (target == null) return null;
      List<String> found = new ArrayList<>(), unjudged = new ArrayList<>();
      found.add(placeOf(at, 0));
      for (Map.Entry<Place, Element> each : uses.getOrDefault(target.getSimpleName().toString(), List.of())) {
        Element meant = each.getValue();
        if (each.getKey().equals(at)) continue;
        if (meant == null) unjudged.add(placeOf(each.getKey(), 0));
        else if (meant.equals(target)) found.add(placeOf(each.getKey(), 0));
        else if (overrides(meant, target, elements) || overrides(target, meant, elements)) found.add(placeOf(each.getKey(), 1));
      }
      return "{\"at\":[" + quote(at.path) + "," + at.line + "," + at.column + "],\"refs\":[" + String.join(",", found) + "],\"unjudged\":[" + String.join(",", unjudged) + "]}";
    }).filter(Objects::nonNull).collect(Collectors.joining(",\n"));
  }

  static boolean overrides(Element one, Element other, Elements elements) {
    return one instanceof ExecutableElement method && other instanceof ExecutableElement base
        && elements.overrides(method, base, (TypeElement) method.getEnclosingElement());
  }

  static String placeOf(Place place, int tier) {
    return "[" + quote(place.path) + "," + place.line + "," + place.column + "," + tier + "]";
  }

  static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  static String pathOf(JavaFileObject file) {
    return root.relativize(Path.of(file.toUri())).toString();
  }

  static class Reader extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;
    final Trees trees;
    final SourcePositions positions;
    final String path, text;
    final Deque<String> containers = new ArrayDeque<>();
    int bodies = 0;

    Reader(CompilationUnitTree unit, Trees trees) throws IOException {
      this.unit = unit;
      this.trees = trees;
      this.positions = trees.getSourcePositions();
      this.path = pathOf(unit.getSourceFile());
      this.text = unit.getSourceFile().getCharContent(true).toString();
    }

    Place place(long offset) {
      int line = (int) unit.getLineMap().getLineNumber(offset);
      return new Place(path, line, (int) (offset - unit.getLineMap().getStartPosition(line)) + 1);
    }

    void declare(long offset, String name, String kind, Tree tree) {
      Place at = place(offset);
      long end = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, tree) - 1);
      String container = String.join(".", containers);
      declarations.add("[" + quote(path) + "," + at.line + "," + at.column + "," + quote(name) + ",\"" + kind + "\"," + (container.isEmpty() ? "null" : quote(container)) + "," + end + "," + (bodies > 0 ? 1 : 0) + "]");
      Element element = trees.getElement(getCurrentPath());
      if (element != null) declared.put(at, element);
      note(name, at, element);
    }

    void note(String name, Place at, Element element) {
      boolean isKnown = element != null && element.asType() != null && element.asType().getKind() != javax.lang.model.type.TypeKind.ERROR;
      uses.computeIfAbsent(name, each -> new ArrayList<>()).add(new AbstractMap.SimpleEntry<>(at, isKnown ? element : null));
    }

    @Override public Void visitClass(ClassTree tree, Void none) {
      String name = tree.getSimpleName().toString();
      if (name.isEmpty()) {
        bodies++;
        super.visitClass(tree, none);
        bodies--;
        return null;
      }
      String kind = switch (tree.getKind()) { case INTERFACE, ANNOTATION_TYPE -> "interface"; case ENUM -> "enum"; default -> "class"; };
      Matcher head = Pattern.compile("\\b(?:class|interface|enum|record)\\s+(" + Pattern.quote(name) + ")\\b").matcher(text);
      if (head.find((int) positions.getStartPosition(unit, tree))) declare(head.start(1), name, kind, tree);
      containers.addLast(name);
      super.visitClass(tree, none);
      containers.removeLast();
      return null;
    }

    @Override public Void visitMethod(MethodTree tree, Void none) {
      int offset = ((com.sun.tools.javac.tree.JCTree) tree).pos;
      boolean isConstructor = tree.getName().contentEquals("<init>");
      String name = isConstructor ? containers.peekLast() : tree.getName().toString();
      // Those that the compiler adds have no place of their own.
      if (name == null || !text.startsWith(name, offset)) return super.visitMethod(tree, none);
      declare(offset, name, isConstructor ? "constructor" : "method", tree);
      bodies++;
      super.visitMethod(tree, none);
      bodies--;
      return null;
    }

    @Override public Void visitBlock(BlockTree tree, Void none) {
      bodies++;
      super.visitBlock(tree, none);
      bodies--;
      return null;
    }

    @Override public Void visitVariable(VariableTree tree, Void none) {
      int offset = ((com.sun.tools.javac.tree.JCTree) tree).pos;
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      boolean isConstant = (((com.sun.tools.javac.tree.JCTree.JCVariableDecl) tree).mods.flags & (1 << 14)) != 0;
      boolean isField = parent instanceof ClassTree;
      String name = tree.getName().toString();
      if (isField && text.startsWith(name, offset)) {
        declare(offset, name, isConstant ? "enum-member" : "field", tree);
        // Javac reads a constant's value as `new`, which names nothing here.
        if (isConstant && tree.getInitializer() instanceof NewClassTree made) {
          scan(made.getArguments(), none);
          if (made.getClassBody() != null) {
            bodies++;
            scan(made.getClassBody().getMembers(), none);
            bodies--;
          }
          return null;
        }
      } else if (!isField) note(name, place(offset), trees.getElement(getCurrentPath()));
      bodies++;
      super.visitVariable(tree, none);
      bodies--;
      return null;
    }

    @Override public Void visitIdentifier(IdentifierTree tree, Void none) {
      long offset = positions.getStartPosition(unit, tree);
      String name = tree.getName().toString();
      if (offset >= 0 && text.startsWith(name, (int) offset)) note(name, place(offset), trees.getElement(getCurrentPath()));
      return super.visitIdentifier(tree, none);
    }

    @Override public Void visitMemberSelect(MemberSelectTree tree, Void none) {
      last(tree.getIdentifier().toString(), tree);
      return super.visitMemberSelect(tree, none);
    }

    @Override public Void visitMemberReference(MemberReferenceTree tree, Void none) {
      last(tree.getName().toString(), tree);
      return super.visitMemberReference(tree, none);
    }

    void last(String name, Tree tree) {
      long offset = positions.getEndPosition(unit, tree) - name.length();
      if (offset >= 0 && text.startsWith(name, (int) offset)) note(name, place(offset), trees.getElement(getCurrentPath()));
    }
  }
}
