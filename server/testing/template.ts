/** The migrated, empty database that every test file copies. */
export const TEMPLATE = 'migrated_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the admin database on the cluster of this run. */
    postgresUrl: string;
  }
}
