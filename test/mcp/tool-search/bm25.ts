/**
 * Codex's ranking for deferred tools (`tool_search`): the `bm25` crate with defaults (k1 1.2, b 0.75), Unicode word boundaries,
 * English stop words and stemming, over name, title, description and parameters.
 */
import snowball from "snowball-stemmers";

const K1 = 1.2;
const B = 0.75;

/** NLTK's English stop words, as used by the crate. */
const STOP_WORDS = new Set(
  (
    "i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he him his himself she she's her hers " +
    "herself it it's its itself they them their theirs themselves what which who whom this that that'll these those am is are was were be been " +
    "being have has had having do does did doing a an the and but if or because as until while of at by for with about against between into " +
    "through during before after above below to from up down in out on off over under again further then once here there when where why how all " +
    "any both each few more most other some such no nor not only own same so than too very s t can will just don don't should should've now d ll " +
    "m o re ve y ain aren aren't couldn couldn't didn didn't doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn mightn't " +
    "mustn mustn't needn needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn wouldn't"
  ).split(" "),
);

export interface SearchableTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: { properties?: object };
}

/** Text searched by Codex for a server called `jig`. */
export function searchText({ name, title = "", description = "", inputSchema }: SearchableTool): string {
  const parameters = Object.keys(inputSchema.properties ?? {}).sort();
  return [`mcp__jig__${name}`, name, name, "jig", title, description, ...parameters].join(" ");
}

function words(text: string): string[] {
  const stemmer = snowball.newStemmer("english");
  return [...new Intl.Segmenter("en", { granularity: "word" }).segment(text.normalize("NFKD").toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => stemmer.stem(word));
}

/** Best match first. Tools without a common word are excluded. */
export function rank(tools: readonly SearchableTool[], query: string): { name: string; score: number }[] {
  const documents = tools.map((tool) => words(searchText(tool)));
  const average = documents.reduce((sum, document) => sum + document.length, 0) / documents.length;
  const asked = words(query);
  const weight = (word: string) => {
    const holding = documents.filter((document) => document.includes(word)).length;
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
  };
  return documents
    .map((document, index) => {
      const score = asked.reduce((sum, word) => {
        const count = document.filter((each) => each === word).length;
        const length = 1 - B + (B * document.length) / average;
        return sum + (weight(word) * count * (K1 + 1)) / (count + K1 * length);
      }, 0);
      return { name: tools[index]!.name, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}
