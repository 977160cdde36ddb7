import { expect, test } from 'vitest';
import { makeTree } from '../architecture/make-tree.ts';
import { refuseStaleSchema } from '../support/refuse-stale-schema.ts';

const MIGRATIONS = {
  'migrations/0001-a.sql': 'CREATE TABLE a (x TEXT);\n',
  'migrations/0002-b.sql': 'ALTER TABLE a ADD COLUMN y TEXT;\n',
  'migrations.ts': "import a from './migrations/0001-a.sql';\nimport b from './migrations/0002-b.sql';\n",
};

test.each([
  ['passes', 'CREATE TABLE a (x TEXT, y TEXT);\n', undefined],
  ['is refused without the newest migration', 'CREATE TABLE a (x TEXT);\n', /npx vitest run tests\/store -u/],
])('a schema that is written beside its migrations %s', (_what, schema, message) => {
  const store = makeTree({ ...MIGRATIONS, 'schema.sql': schema });
  const check = () => refuseStaleSchema(store);
  if (message === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(message);
});
