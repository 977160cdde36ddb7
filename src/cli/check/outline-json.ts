import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCodeReader } from '../../code-reading/code-reader.ts';
import { codeOf, Failure } from '../../core/failure.ts';
import { fault } from '../../core/texts/faults.ts';
import { decodeText } from '../../files/confined-file.ts';

export interface OutlineJson {
  /** One line. */
  readonly json: string;
  /** Why no grammar read a file that has one. */
  readonly problem: string | undefined;
}

/** Throws Failure when the file cannot be read as text. */
export async function outlineJson(file: string, packageRoot: string): Promise<OutlineJson> {
  const code = createCodeReader({ folder: join(packageRoot, 'dist', 'code-reading') });
  const { items, problem } = await code.outline(file, decodeText(await bytesOf(file), file).text);
  const entries = items.map(({ name, kind, start, end }) => ({ name, kind, start, end }));
  return { json: `${JSON.stringify(entries)}\n`, problem };
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new Failure('not-found', fault('no-text-file', file, code), { cause: error });
  }
}
