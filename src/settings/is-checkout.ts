import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True for a program that runs from a clone of its repository, where it is started by `npm start` and not by `wasap`.
 */
export function isCheckout(packageRoot: string): boolean {
  return existsSync(join(packageRoot, '.git'));
}
