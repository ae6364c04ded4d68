// As much of Unity as the C# that jig sends touches, written for these tests with the signatures of Unity's published sources:
// one scene of three objects, a search with two results, two menu items, a session. Nothing else compiles here.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;

namespace UnityEngine
{
    public class Object
    {
        public string name { get; set; } = "";
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }
        public Transform transform => gameObject.transform;
        public T[] GetComponents<T>() => gameObject.GetComponents<T>();
        public T[] GetComponentsInChildren<T>(bool includeInactive) => gameObject.GetComponentsInChildren<T>(includeInactive);
    }

    public class Transform : Component
    {
        public Transform parent { get; internal set; }
        internal readonly List<Transform> children = new List<Transform>();
        public new string name => gameObject.name;
    }

    public class Camera : Component { }

    public class GameObject : Object
    {
        readonly List<Component> components = new List<Component>();
        internal SceneManagement.Scene home;
        bool active = true;

        public GameObject(string name, Transform parent, bool active, params Component[] more)
        {
            this.name = name;
            this.active = active;
            transform = new Transform { gameObject = this, parent = parent };
            parent?.children.Add(transform);
            components.Add(transform);
            foreach (var each in more) { if (each != null) each.gameObject = this; components.Add(each); }
        }

        public Transform transform { get; }
        public int layer { get; set; }
        public string tag { get; set; } = "Untagged";
        public bool activeSelf => active;
        public bool activeInHierarchy => active && (transform.parent == null || transform.parent.gameObject.activeInHierarchy);
        public SceneManagement.Scene scene => home;
        public T[] GetComponents<T>() => components.Where(each => each == null || each is T).Cast<T>().ToArray();
        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            var own = components.OfType<T>().ToList();
            foreach (var child in transform.children)
                if (includeInactive || child.gameObject.activeSelf) own.AddRange(child.gameObject.GetComponentsInChildren<T>(includeInactive));
            return own.ToArray();
        }
    }

    public static class Application
    {
        public static bool isPlaying => false;
    }
}

namespace UnityEngine.SceneManagement
{
    public struct Scene
    {
        internal GameObjects objects;
        public string name => objects.Name;
        public bool isLoaded => true;
        public bool isDirty => true;
        public string path => "Assets/" + name + ".unity";
        public UnityEngine.GameObject[] GetRootGameObjects() => objects.Roots.ToArray();
    }

    public class GameObjects
    {
        public string Name = "";
        public readonly List<UnityEngine.GameObject> Roots = new List<UnityEngine.GameObject>();
    }

    public static class SceneManager
    {
        static readonly Scene only = Made();
        public static int sceneCount => 1;
        public static Scene GetSceneAt(int index) => only;
        public static Scene GetActiveScene() => only;

        static Scene Made()
        {
            var scene = new Scene { objects = new GameObjects { Name = "Main \"quoted\"" } };
            var room = new UnityEngine.GameObject("Room", null, true);
            // A component whose script is missing is null.
            var lamp = new UnityEngine.GameObject("Lamp\n灯", room.transform, true, null, new UnityEngine.Camera()) { tag = "Player", layer = 5 };
            var hidden = new UnityEngine.GameObject("Hidden", null, false);
            scene.objects.Roots.Add(room);
            scene.objects.Roots.Add(hidden);
            foreach (var each in new[] { room, lamp, hidden }) each.home = scene;
            return scene;
        }
    }
}

namespace UnityEditor
{
    public class SessionState
    {
        static readonly Dictionary<string, int> ints = new Dictionary<string, int>();
        public static void SetInt(string key, int value) => ints[key] = value;
        public static int GetInt(string key, int defaultValue) => ints.TryGetValue(key, out var value) ? value : defaultValue;
    }

    public sealed class EditorApplication
    {
        public static double timeSinceStartup => 1234.5;
        public static bool ExecuteMenuItem(string menuItemPath) => menuItemPath == "Tools/Build \"x\"";
    }

    public class Selection
    {
        public static UnityEngine.GameObject[] gameObjects => UnityEngine.SceneManagement.SceneManager.GetActiveScene().GetRootGameObjects();
    }

    public class EditorUtility
    {
        public static bool scriptCompilationFailed => false;
        public static bool IsDirty(UnityEngine.Object target) => true;
    }

    public class AssetDatabase
    {
        public static void Refresh() { }
        public static UnityEngine.Object[] LoadAllAssetsAtPath(string assetPath) => new UnityEngine.Object[] { null };
        public static Type GetMainAssetTypeAtPath(string assetPath) => assetPath.EndsWith(".png") ? typeof(UnityEngine.Camera) : null;
    }

    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute
    {
        public string menuItem;
        public bool validate;
        public int priority;
        public MenuItem(string itemName) : this(itemName, false) { }
        public MenuItem(string itemName, bool isValidateFunction) : this(itemName, isValidateFunction, 1000) { }
        public MenuItem(string itemName, bool isValidateFunction, int priority) { menuItem = itemName; validate = isValidateFunction; this.priority = priority; }
    }

    public static class TypeCache
    {
        public struct MethodCollection : IEnumerable<MethodInfo>
        {
            internal MethodInfo[] all;
            public IEnumerator<MethodInfo> GetEnumerator() => ((IEnumerable<MethodInfo>)all).GetEnumerator();
            IEnumerator IEnumerable.GetEnumerator() => all.GetEnumerator();
        }

        public static MethodCollection GetMethodsWithAttribute<T>() where T : Attribute => new MethodCollection
        {
            all = typeof(TypeCache).Assembly.GetTypes().SelectMany(type => type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public))
                .Where(method => method.GetCustomAttributes(typeof(T), false).Length > 0).ToArray(),
        };
    }

    static class Menus
    {
        [MenuItem("Tools/Build \"x\"", false, 7)] static void Build() { }
        [MenuItem("Tools/Build \"x\"", true)] static bool CanBuild() => true;
    }
}

namespace UnityEditor.Compilation
{
    [Flags]
    public enum RequestScriptCompilationOptions { None = 0, CleanBuildCache = 1 }

    public static class CompilationPipeline
    {
        public static void RequestScriptCompilation() => RequestScriptCompilation(RequestScriptCompilationOptions.None);
        public static void RequestScriptCompilation(RequestScriptCompilationOptions options) { }
    }
}

namespace UnityEditor.Search
{
    [Flags]
    public enum SearchFlags { None = 0, Synchronous = 1, Sorted = 2, Default = Sorted, WantsMore = 8, Packages = 256 }

    [Flags]
    public enum ShowDetailsOptions { None = 0, Preview = 1, Description = 2, Default = Preview | Description }

    public class SearchAction { }

    public class SearchProvider
    {
        public string id { get; internal set; }
        public string name { get; internal set; }
        public string type { get; internal set; }
        public bool active;
        public int priority;
        public string filterId;
        public bool showDetails;
        public ShowDetailsOptions showDetailsOptions = ShowDetailsOptions.Default;
        public List<SearchAction> actions { get; internal set; } = new List<SearchAction>();
    }

    public class SearchContext : IDisposable
    {
        internal string text;
        public void Dispose() { }
    }

    public class SearchItem
    {
        public readonly string id;
        public int score;
        public SearchProvider provider;
        internal string path;
        public SearchItem(string id) { this.id = id; }
        public string GetLabel(SearchContext context, bool stripHTML = false) => id + " of " + context.text;
        public string GetDescription(SearchContext context, bool stripHTML = false) => null;
    }

    public interface ISearchList : IList<SearchItem>, IDisposable { }

    class SearchList : List<SearchItem>, ISearchList
    {
        public void Dispose() { }
    }

    public static class SearchService
    {
        public static List<SearchProvider> Providers { get; } = new List<SearchProvider>
        {
            new SearchProvider { id = "asset", name = "Project", active = true, priority = 25, filterId = "p:" },
            new SearchProvider { id = "log", name = "Log", active = false, priority = 210, filterId = null, actions = null },
        };

        public static SearchContext CreateContext(IEnumerable<string> providerIds, string searchText = "", SearchFlags flags = SearchFlags.Default) => new SearchContext { text = searchText };
        public static SearchContext CreateContext(IEnumerable<SearchProvider> providers, string searchText = "", SearchFlags flags = SearchFlags.Default) => new SearchContext { text = searchText };
        public static SearchContext CreateContext(SearchProvider provider, string searchText = "") => new SearchContext { text = searchText };
        public static SearchContext CreateContext(string providerId, string searchText = "", SearchFlags flags = SearchFlags.Default) => new SearchContext { text = searchText };
        public static SearchContext CreateContext(string searchText, SearchFlags flags) => new SearchContext { text = searchText };
        public static SearchContext CreateContext(string searchText) => new SearchContext { text = searchText };

        public static ISearchList Request(SearchContext context, SearchFlags options = SearchFlags.None) => new SearchList
        {
            new SearchItem("one") { provider = Providers[0], path = "Assets/One.png", score = 3 },
            null,
            new SearchItem("two") { provider = Providers[1], path = null, score = -1 },
        };

        public static ISearchList Request(string searchText, SearchFlags options = SearchFlags.None) => Request(CreateContext(searchText), options);
    }

    public static class SearchUtils
    {
        public static string GetAssetPath(in SearchItem item) => item.path;
    }
}

namespace UnityEditor.SceneManagement
{
    public class PrefabStage
    {
        public UnityEngine.SceneManagement.Scene scene => UnityEngine.SceneManagement.SceneManager.GetActiveScene();
        public string assetPath => "Assets/Open.prefab";
    }

    public static class PrefabStageUtility
    {
        public static PrefabStage GetCurrentPrefabStage() => new PrefabStage();
    }
}
