/** Jobs: what tasks can be, and what a plan would do. */
export const jobTexts = {
  catalog: {
    command: 'Command',
    effect: 'Effect',
    description: 'What it does',
    effects: {
      reads: 'reads',
      writes: 'writes',
      executes: 'executes',
      network: 'network',
      asks: 'asks',
      varies: 'varies',
    },
    more: 'One in full: wasap job catalog files.read_lines',
    input: 'Takes',
    nothing: '(nothing)',
    required: 'required',
    optional: 'optional',
    output: 'Hands on',
    examples: 'Examples',
  },
};
