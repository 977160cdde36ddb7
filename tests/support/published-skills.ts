import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

type Files = Readonly<Record<string, string>>;

/** A skill as people publish them: keys of a header as they are written there, a body, and further files. */
function skill(header: string, body: string, files: Files = {}): Files {
  return { 'SKILL.md': `---\n${header}\n---\n\n${body}\n`, ...files };
}

const python = (work: string) => `#!/usr/bin/env python3\nimport sys\n${work}\n`;

/**
 * Skills in the usual shapes of published ones, by the name of their folder: plain and long descriptions, folded and
 * quoted ones, every optional key, keys of other programs, references, scripts, assets, templates.
 */
export const PUBLISHED: Readonly<Record<string, Files>> = {
  'pdf-forms': skill(
    'name: pdf-forms\ndescription: Fill in, split and merge PDF forms. Use when a task mentions a PDF, a form or form fields.\nlicense: Proprietary. LICENSE.txt has the terms',
    '# PDF forms\n\n1. List the fields: `python scripts/fields.py form.pdf`\n2. Fill them as [references/forms.md](references/forms.md) says.',
    {
      'references/forms.md': '# Fields\n\nA check box takes /Yes or /Off.',
      'scripts/fields.py': python("print('fields of', sys.argv[1])"),
      'LICENSE.txt': 'All rights reserved.',
    },
  ),
  'changelog-writer': skill(
    'name: changelog-writer\ndescription: >-\n  Writes entries of a changelog from commits, for the person who runs the program.\n  Use before a release.\nallowed-tools: Bash(git log:*), Read, Edit',
    '# Changelog\n\nGroup by Added, Changed, Fixed. Say what a person notices.',
  ),
  'code-review': skill(
    'name: code-review\ndescription: "Reviews a change by a checklist: correctness, tests, security. Use for reviews of diffs and pull requests."\nallowed-tools: Read Grep Glob Bash(git diff *)\nmetadata:\n  author: platform-team\n  version: "1.2"',
    'Work through references/checklist.md, top to bottom. Run scripts/churn.sh for files that change often.',
    {
      'references/checklist.md':
        '- [ ] Does each new branch have a test?\n- [ ] Is input checked where it enters?',
      'references/security.md': '- [ ] No secrets in code or logs',
      'scripts/churn.sh': '#!/bin/sh\necho churn of "$1"\n',
    },
  ),
  'brand-guidelines': skill(
    "name: brand-guidelines\ndescription: Applies the brand's colours and type to anything visual. Use for slides, pages and charts.",
    '# Brand\n\nColours are in assets/colours.json. Headings are never bold.',
    { 'assets/colours.json': '{ "primary": "#0b5fff", "ink": "#101418" }\n', 'assets/logo.svg': '<svg/>' },
  ),
  'internal-comms': skill(
    'name: internal-comms\ndescription: Helps write what goes to colleagues (status reports, newsletters, incident notes).',
    'Pick the guide that fits, and follow its form:\n\n- `examples/status.md`\n- `examples/incident.md`',
    {
      'examples/status.md': 'Progress, plans, problems. Three lines each.',
      'examples/incident.md': 'What, when, who.',
    },
  ),
  'webapp-testing': skill(
    'name: webapp-testing\ndescription: Tests local web pages with a browser and takes screenshots. Use to check that a page works.\nlicense: MIT\ncompatibility: Needs Python 3.9 and a browser',
    `Start the server with \`python \${CLAUDE_SKILL_DIR}/scripts/with_server.py --help\`, and read its output first.`,
    { 'scripts/with_server.py': python("print('usage: with_server.py --port N')") },
  ),
  'commit-messages': skill(
    'name: commit-messages\ndescription: Writes commit messages from staged changes.\nuser-invocable: true\nargument-hint: "[scope]"',
    'Subject of at most 50 characters, in the imperative. Scope: $ARGUMENTS',
  ),
  'sql-migrations': skill(
    'name: sql-migrations\ndescription: Plans migrations of a schema without locks or lost data. Use when SQL or a schema changes.\nmodel: sonnet\neffort: high',
    'Never drop a column in the release that stops using it. See references/locks.md.',
    {
      'references/locks.md': 'ADD COLUMN with a default rewrites old tables.',
      'templates/up.sql': 'BEGIN;\nCOMMIT;',
    },
  ),
  i18n: skill(
    'name: i18n\ndescription: Adds and checks translations. Use when a text that people read is added or changed.\npaths: "src/locales/**"',
    'Every key exists in every language. `node scripts/missing.mjs` lists what is missing.',
    { 'scripts/missing.mjs': "console.log('nothing is missing');\n" },
  ),
  'release-notes': skill(
    'name: release-notes\ndescription: Release notes for people, from merged work.\ndisable-model-invocation: true\nargument-hint: <version>',
    'Write the notes for version $ARGUMENTS[0]. Lead with what people asked for most.',
  ),
  'api-docs': skill(
    'name: api-docs\ndescription: |\n  Documents HTTP interfaces:\n  routes, parameters, errors.\n\n  Use when a route is added.',
    'One page a resource. Examples are requests that work.',
    { 'templates/resource.md': '## Resource\n\n### GET' },
  ),
  'dockerfile-tips': skill(
    'name: dockerfile-tips\ndescription: Smaller and safer images. Use for Dockerfiles.\nversion: 2.0.1\nauthor: ops\ntags: [docker, containers]',
    'Copy the manifest before the source. Run as nobody.',
  ),
  'csv-cleaning': skill(
    'name: csv-cleaning\ndescription: Cleans CSV files (encodings, separators, dates).',
    "Never change a file in place.\n\n```bash\npython scripts/sniff.py data.csv | awk '{print $1}'\n```",
    { 'scripts/sniff.py': python('print("comma", sys.argv[1])'), 'scripts/lib/dates.py': python('pass') },
  ),
  'accessibility-audit': skill(
    'name: accessibility-audit\ndescription: Audits pages for keyboard, contrast and names. Use for user interfaces.\ncontext: fork\nagent: Explore',
    'Report by severity, with the element and the rule.',
  ),
  'incident-runbook': skill(
    'name: incident-runbook\ndescription: What to do when production is down.\nuser-invocable: false',
    'Stop the harm first; causes come later. Steps: references/steps.md',
    { 'references/steps.md': '1. Say that you are on it.\n2. Roll back.' },
  ),
  'react-components': skill(
    'name: react-components\ndescription: Builds components in the house style. Use when a component is made or changed.\nallowed-tools:\n  - Read\n  - Write\n  - Bash(npm run lint:*)',
    'Props are readonly; no default exports.',
    { 'assets/Component.tsx': 'export function Component() { return null; }\n' },
  ),
  'performance-profiling': skill(
    'name: performance-profiling\ndescription: Finds what is slow before anything is changed. Use when something is slow.\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: ./scripts/log.sh',
    'Measure, change one thing, measure again.',
    { 'scripts/log.sh': '#!/bin/sh\nexit 0\n' },
  ),
  'data-charts': skill(
    'name: Data Charts\ndescription: Charts that can be read at a glance.',
    '# Charts\n\nOne message a chart. Start axes at zero.',
  ),
  'skill-creator': skill(
    'name: skill-creator\ndescription: Guides the making of new skills. Use when somebody wants to teach the agent something.\nlicense: Apache-2.0',
    '# Making skills\n\nA skill is a folder with `SKILL.md`. Keep it short; put details into references/.',
    {
      'references/output-patterns.md': 'Templates for outputs.',
      'scripts/init.py': python("print('made', sys.argv[1])"),
    },
  ),
  'email-drafts': skill(
    'name: email-drafts\ndescription: Schreibt kurze, freundliche E-Mails \u2014 auf Deutsch und Espa\u00f1ol. Use for mail.',
    'Gru\u00df am Anfang, Bitte in der Mitte, Dank am Ende.',
  ),
  'test-driven': skill(
    'name: test-driven\ndescription: Red, green, refactor. Use before code is written.\nwhen_to_use: Also for every bug.',
    'Write the test first and see it fail for the right reason.',
  ),
  'theme-factory': skill(
    'name: theme-factory\ndescription: Ten ready themes for documents and pages.\nmetadata: { short-description: Themes }',
    'Show theme-showcase.txt, let the person choose, then read themes/<name>.md.',
    {
      'theme-showcase.txt': 'ocean, forest',
      'themes/ocean.md': 'Blue on white.',
      'themes/forest.md': 'Green.',
    },
  ),
};

/** Writes skills into a folder of skills. */
export function writeSkills(folder: string, skills: Readonly<Record<string, Files>>): void {
  for (const [name, files] of Object.entries(skills)) {
    for (const [file, text] of Object.entries(files)) {
      const at = path.join(folder, name, file);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, text);
    }
  }
}
