/** `asset:<name>` is the path of an embedded file; compile.ts resolves it for the target. */
declare module "asset:*" {
  const path: string;
  export default path;
}
