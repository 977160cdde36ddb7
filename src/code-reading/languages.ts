/** How a kind of file is read. */
export type Language =
  | { readonly by: 'grammar'; readonly name: string; readonly grammar: GrammarName }
  | { readonly by: 'markdown'; readonly name: string };

/** Names of the grammars that the build packs. */
export type GrammarName =
  | 'bash'
  | 'c'
  | 'c_sharp'
  | 'cpp'
  | 'go'
  | 'java'
  | 'javascript'
  | 'kotlin'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'swift'
  | 'tsx'
  | 'typescript';

/** Each grammar with the name of its language and the endings of its files; a file without one is known by its name. */
const GRAMMARS: readonly (readonly [GrammarName, string, string])[] = [
  ['bash', 'Bash', 'sh bash zsh ksh bashrc bash_profile profile zshrc'],
  ['c', 'C', 'c'],
  ['c_sharp', 'C#', 'cs csx'],
  ['cpp', 'C++', 'cc cpp cxx c++ h hh hpp hxx h++ ipp tpp ino cu'],
  ['go', 'Go', 'go'],
  ['java', 'Java', 'java'],
  ['javascript', 'JavaScript', 'js jsx mjs cjs'],
  ['kotlin', 'Kotlin', 'kt kts'],
  ['php', 'PHP', 'php phtml'],
  ['python', 'Python', 'py pyi pyw'],
  ['ruby', 'Ruby', 'rb rake gemspec ru rakefile gemfile'],
  ['rust', 'Rust', 'rs'],
  ['swift', 'Swift', 'swift'],
  ['tsx', 'TSX', 'tsx'],
  ['typescript', 'TypeScript', 'ts mts cts'],
];

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  GRAMMARS.flatMap(([grammar, name, endings]) =>
    endings.split(' ').map((ending) => [ending, { by: 'grammar', name, grammar }]),
  ),
);
const MARKDOWN = ['md', 'markdown', 'mdown', 'mkd', 'mdx'];

/** Undefined for a file of no language known here. Headers are read as C++, which C is nearly a part of. */
export function languageOf(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  if (MARKDOWN.includes(ending)) return { by: 'markdown', name: 'Markdown' };
  return BY_ENDING.get(ending);
}
