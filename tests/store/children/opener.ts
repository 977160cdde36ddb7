import { openStore } from '../../../src/store/open.ts';

/** Opens the database at a given time, so that several of these meet, and tells what it sees. */
const [file = '', at = '0'] = process.argv.slice(2);
while (Date.now() < Number(at));
const store = openStore({ path: file });
console.log(`instances: ${store.instances.all().length}`);
store.close();
