/** Says in a few words how Unity may reach a declaration without its name. */
export const ROLE_NOTES: Readonly<Record<string, string>> = {
  message: "Unity calls it",
  serialized: "Unity saves it",
  component: "assets may use it as a component",
  scriptableObject: "assets may be instances of it",
  engineCalled: "an attribute may cause it to be called",
  rpc: "another machine calls it",
};
