/** `wasap cell`. */
export const cellTexts = {
  noUrl: `A cell needs a PostgreSQL: DATABASE_URL isn't set to one.
Set it: wasap config set DATABASE_URL
On one machine you don't need this: wasap start`,
  wrongName: (name: string) =>
    `${JSON.stringify(name)} can't be the name of a cell.
Use up to 31 lower-case letters, digits and hyphens, beginning with a letter: wasap cell --name <name>`,
  otherCell: (earlier: string, name: string) =>
    `This data folder belongs to the cell ${earlier}, not ${name}.
Start it as wasap cell --name ${earlier}, or set another DATA_DIR.`,
};
