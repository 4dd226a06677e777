import { createContext, useContext } from 'react';
import { type Address, addressOf } from '#domain/access/addresses.ts';

/** The address of an import, or of the page that lists them: administrators and holders have their own. */
export type ImportsHome = (importId?: number) => Address;

const ofAdministrators: ImportsHome = (importId) =>
  importId === undefined ? addressOf('Imports') : addressOf('Imports', { import: importId });

const Home = createContext<ImportsHome>(ofAdministrators);
export const ImportsHomeProvider = Home.Provider;
export const useImportsHome = (): ImportsHome => useContext(Home);
