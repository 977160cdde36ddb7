/** One instruction of a Dockerfile: its lines joined, comments left out. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** @returns what stands in each stage, from its FROM on */
export function stagesOf(text: string): readonly (readonly Instruction[])[] {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\s*\\\n\s*/g, ' ');
  const stages: Instruction[][] = [];
  for (const line of joined.split('\n').filter((one) => one.trim() !== '')) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? ['', line];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, rest });
  }
  return stages;
}

const KNOWN =
  /^(ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR)$/;

/** What is wrong with one instruction, wherever it stands. */
function wrongWith(one: Instruction): readonly string[] {
  const { name, rest } = one;
  const rules: readonly (readonly [string, boolean])[] = [
    [`${name} is no instruction that is wanted here`, !KNOWN.test(name)],
    [
      'the base has no tag, or one that moves',
      name === 'FROM' && !/^[\w./-]+:(?!latest)[^@\s]*\d/.test(rest),
    ],
    ['the base has no digest', name === 'FROM' && !/@sha256:[0-9a-f]{64}( |$)/.test(rest)],
    ['WORKDIR is not absolute', name === 'WORKDIR' && !rest.startsWith('/')],
    [`${name} is not in JSON form`, /^(CMD|ENTRYPOINT)$/.test(name) && !isList(rest)],
    ['HEALTHCHECK is not in JSON form', name === 'HEALTHCHECK' && !isList(rest.replace(/^.*?CMD /, ''))],
  ];
  return [...rules, ...(name === 'RUN' ? rulesOfRun(rest) : [])].filter(([, is]) => is).map(([what]) => what);
}

function rulesOfRun(rest: string): readonly (readonly [string, boolean])[] {
  const installs = /apt-get .*install/.test(rest);
  return [
    ['sudo', /\bsudo\b/.test(rest)],
    ['cd in place of WORKDIR', /(^|&& )cd /.test(rest)],
    ['apt is for people', /\bapt (?!-)/.test(rest)],
    ['apt-get installs without -y', installs && !/ -y\b/.test(rest)],
    ['apt-get installs what is only recommended', installs && !rest.includes('--no-install-recommends')],
    ['apt-get installs from old lists', installs && !/apt-get update && apt-get install/.test(rest)],
    ['the lists of apt stay in the layer', installs && !rest.includes('rm -rf /var/lib/apt/lists/*')],
    ['a pipe hides what failed', /[^|]\|[^|]/.test(rest)],
    ['npm ci is what follows the lock file', /npm (install|i)\b/.test(rest)],
  ];
}

/** What is wrong with what stands beside what. */
function wrongTogether(stage: readonly Instruction[]): readonly string[] {
  const names = stage.map(({ name }) => name);
  const twice = ['CMD', 'ENTRYPOINT', 'HEALTHCHECK'].filter(
    (name) => names.indexOf(name) !== names.lastIndexOf(name),
  );
  const inRow = names.some((name, at) => name === 'RUN' && names[at + 1] === 'RUN');
  return [...twice.map((name) => `${name} stands there twice`), ...(inRow ? ['two RUN in a row'] : [])];
}

/** What is wrong with the image that is started: its last stage. */
function wrongAtEnd(stage: readonly Instruction[]): readonly string[] {
  const user = stage.findLast(({ name }) => name === 'USER')?.rest ?? 'root';
  return [
    ...(/^(root|0)(:|$)/.test(user) ? ['it runs as root'] : []),
    ...(stage.some(({ name }) => name === 'HEALTHCHECK') ? [] : ['nobody asks how it is']),
  ];
}

function wrongCopies(stages: readonly (readonly Instruction[])[]): readonly string[] {
  const known = stages.map(([from]) => / AS (\S+)$/.exec(from?.rest ?? '')?.[1]);
  const used = stages.flat().flatMap(({ name, rest }) => {
    const from = name === 'COPY' ? /--from=(\S+)/.exec(rest)?.[1] : undefined;
    return from === undefined ? [] : [from];
  });
  return used.filter((name) => !known.includes(name)).map((name) => `there is no stage ${name}`);
}

/** @returns what hadolint's rules would say of this Dockerfile, as far as they matter here */
export function dockerfileFaults(text: string): readonly string[] {
  const stages = stagesOf(text);
  return [
    ...stages.flat().flatMap(wrongWith),
    ...stages.flatMap(wrongTogether),
    ...wrongAtEnd(stages.at(-1) ?? []),
    ...wrongCopies(stages),
  ];
}

function isList(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.length > 0 && list.every((word) => typeof word === 'string');
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
