import type { Specialist } from '../../src/contracts/specialists.ts';

/** One of the person's own that may read, changed by `change`. */
export function specialist(change: Partial<Specialist> = {}): Specialist {
  const { name = 'reviewer', plugin = 'mine' } = change;
  return {
    reference: `${plugin}:${name}`,
    origin: 'mine',
    plugin,
    name,
    description: 'Reviews code.',
    grants: { tools: ['read_lines'], commands: [], unknown: [] },
    tools: ['read_lines'],
    model: undefined,
    limits: {},
    instructions: 'You review.',
    file: `/agents/${name}.md`,
    hash: 'h1',
    ...change,
  };
}
