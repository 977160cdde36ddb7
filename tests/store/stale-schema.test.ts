import { expect, test } from 'vitest';
import { makeTree } from '../architecture/make-tree.ts';
import { staleSchema } from '../support/refuse-stale-schema.ts';

const MIGRATIONS = {
  'migrations/0001-a.sql': 'CREATE TABLE a (x TEXT);\n',
  'migrations/0002-b.sql': 'ALTER TABLE a ADD COLUMN y TEXT;\n',
  'migrations.ts': "import a from './migrations/0001-a.sql';\nimport b from './migrations/0002-b.sql';\n",
};

test.each([
  ['passes', 'CREATE TABLE a (x TEXT, y TEXT);\n', undefined],
  [
    'is refused without the newest migration',
    'CREATE TABLE a (x TEXT);\n',
    expect.stringMatching(/: npx vitest run tests\/store\/migrate\.test\.ts -u$/),
  ],
])('a schema that is written beside its migrations %s', (_what, schema, told) => {
  expect(staleSchema(makeTree({ ...MIGRATIONS, 'schema.sql': schema }))).toEqual(told);
});
