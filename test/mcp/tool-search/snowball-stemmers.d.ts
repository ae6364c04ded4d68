/** The part of `snowball-stemmers` that the tests use. */
declare module "snowball-stemmers" {
  export function newStemmer(language: string): { stem(word: string): string };
  const all: { newStemmer: typeof newStemmer };
  export default all;
}
