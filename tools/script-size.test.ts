import { describe, expect, it } from 'vitest';
import { pagesWithoutBudget, scriptsNeeded, scriptsOfHtml } from './script-size.ts';

const manifest = {
  'index.html': { file: 'entry.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js', imports: ['_deep.js'] },
  '_deep.js': { file: 'deep.js', imports: ['_shared.js'] },
  '_form.js': { file: 'form.js' },
  'features/login/login-screen.tsx': {
    file: 'login.js',
    imports: ['_form.js', '_shared.js'],
    isDynamicEntry: true,
  },
  'features/other/other-screen.tsx': { file: 'other.js', isDynamicEntry: true },
};

describe('the script a page needs', () => {
  it('is its own chunk, the entry and all their imports, each once', () => {
    const files = scriptsNeeded(manifest, ['index.html', 'features/login/login-screen.tsx']);
    expect([...files].sort()).toEqual(['deep.js', 'entry.js', 'form.js', 'login.js', 'shared.js']);
  });

  it('is an error for a page that is not in the build', () => {
    expect(() => scriptsNeeded(manifest, ['features/gone/gone-screen.tsx'])).toThrow(/gone-screen/);
  });

  it('includes the scripts in the HTML', () => {
    expect(
      scriptsOfHtml('<script src="/theme.js"></script><script type="module" crossorigin src="/a/b.js">'),
    ).toEqual(['theme.js', 'a/b.js']);
  });

  it('has a budget for every page; a page without one is reported', () => {
    expect(pagesWithoutBudget(manifest, ['features/login/login-screen.tsx'])).toEqual([
      'features/other/other-screen.tsx',
    ]);
  });
});
