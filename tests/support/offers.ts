import type { GrantOffers } from '../../src/contracts/grants.ts';

const ARGV = ['npm', 'ci'];

/** What a question about `npm ci` offers: everything but its beginning. */
export function offers(change: Partial<GrantOffers> = {}): GrantOffers {
  return {
    facts: {
      program: '/usr/bin/npm',
      executable: '/usr/lib/npm-cli.js',
      folder: '/projects/shop',
      environment: 'the environment',
      scripts: [],
    },
    outside: [],
    access: { network: true, writable: ['package.json'] },
    session: { kind: 'offered', words: ARGV },
    always: { kind: 'offered', words: ARGV },
    prefix: { kind: 'refused', why: 'unlisted' },
    ...change,
  };
}
