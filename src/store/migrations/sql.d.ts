declare module '*.sql' {
  /** The file's text, inlined by the bundler and by the test runner. */
  const text: string;
  export default text;
}
