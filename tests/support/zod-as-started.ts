/**
 * As `src/launcher.cjs` has it: no schema is compiled. A test reads a few rows through each of a hundred schemas, which
 * would take longer to compile than to use. It has to stand before the first of them is made.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
