export interface CatalogOptions {
  readonly json?: true;
}

export interface RunOptions {
  readonly plan?: true;
  readonly json?: true;
  readonly mermaid?: true;
}
