/** The migrated, otherwise empty database that every test file copies. */
export const TEMPLATE = 'migrated_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the administrator's database on the cluster of this run. */
    postgresUrl: string;
  }
}
