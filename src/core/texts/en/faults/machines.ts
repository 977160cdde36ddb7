/** What goes wrong with several machines. Each stands behind `wasap:` or behind what was tried. */
export const machinesFaults = {
  'postgres-address': 'DATABASE_URL must begin with postgres:// and name a host and a database.',
  'postgres-closed': 'The connection to PostgreSQL was closed.',
  'postgres-tables': (why: string) => `PostgreSQL refuses to make the tables of the cluster: ${why}.`,
  'postgres-silent': 'PostgreSQL has not answered yet.',
  'postgres-took-back': 'PostgreSQL took the transaction back.',
  'postgres-away': (why: string) => `PostgreSQL does not answer (${why}).`,
  'front-taken': (front: string) => `Another process has taken the name of the front “${front}”.`,
  'member-newer': (kind: string, name: string, version: string) =>
    `The ${kind} “${name}” is several versions newer (${version}). Upgrade this machine first.`,
  'member-older': (kind: string, name: string, version: string) =>
    `The ${kind} “${name}” is several versions older (${version}). Upgrade it first, or go one version at a time.`,
  'member-taken': (kind: string, name: string) =>
    `Another process is the ${kind} “${name}”. Stop it, or give this one another name.`,
  'program-ends': 'The program is ending.',
  'cell-not-joined': "This cell hasn't joined the cluster yet. Try again in a minute.",
  'cell-unknown': (cell: string) => `There is no cell “${cell}”.`,
  'link-copy-sealed':
    'The copy of the link in PostgreSQL cannot be opened. CLUSTER_SECRET must be the same on all machines of a front.',
  'link-copy-held': 'Another process holds the copy of the link.',
};
