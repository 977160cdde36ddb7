import { texts } from '../../../src/core/texts/texts.ts';
import { sandboxText } from '../../../src/sandbox/sandbox-text.ts';
import { testSandbox } from '../../support/working-sandbox.ts';

// What the program says of its sandbox where it runs, in both languages.
const state = await testSandbox().state();
const words = [sandboxText(state, texts('en')), sandboxText(state, texts('es'))];
process.stdout.write(JSON.stringify({ problem: state.kind === 'off' ? state.problem : 'none', words }));
