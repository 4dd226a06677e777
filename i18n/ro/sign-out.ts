export const signOut = {
  soon: 'Vei fi deconectat în {{time}}',
  hint: 'Acest calculator este folosit la examene. Citește-ți rezultatul; te poți deconecta și mai devreme.',
  now: 'Deconectează-te acum',
};
