import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Highlighter } from './syntax.ts';

/**
 * The grammars of all languages are a file of their own: only who needs colours reads it.
 * @param folder of the drawing program: `dist/pictures`
 */
export function loadHighlight(folder: string): Highlighter {
  // The build makes it of syntax.ts.
  const syntax = createRequire(import.meta.url)(join(folder, 'syntax.cjs')) as typeof import('./syntax.ts');
  return syntax.createHighlight();
}
