import { join } from 'node:path';
import * as z from 'zod';
import { jsonInFile } from '../../../files/json-file.ts';
import { replaceFile } from '../../../files/replace-file.ts';
import { StoredPin } from './pin.ts';
import { StoredTotp } from './totp.ts';

const StoredFactor = z.discriminatedUnion('kind', [StoredPin, StoredTotp]);
export type StoredFactor = z.infer<typeof StoredFactor>;

/**
 * The file with the secret that codes are compared with. Only the user may read it; it is beside the database and in no
 * backup.
 */
export interface FactorFile {
  /** Absolute. */
  readonly path: string;
  /** Undefined when it is missing or damaged. */
  read(): StoredFactor | undefined;
  /** Undefined takes it away. */
  replace(factor: StoredFactor | undefined): void;
}

/** @param data DATA_DIR; @param learn teaches the redactor */
export function openFactorFile(data: string, learn: (secrets: readonly string[]) => void): FactorFile {
  const path = join(data, 'lock', 'factor.json');
  return {
    path,
    read() {
      const factor = StoredFactor.safeParse(jsonInFile(path)).data;
      if (factor?.kind === 'totp') learn([factor.secret]);
      return factor;
    },
    replace(factor) {
      if (factor !== undefined) replaceFile(path, `${JSON.stringify(factor)}\n`);
      else if (jsonInFile(path) !== undefined) replaceFile(path, undefined);
    },
  };
}
