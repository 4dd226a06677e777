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
  it('is its own chunk, the entry, and all that these import, each once', () => {
    const files = scriptsNeeded(manifest, ['index.html', 'features/login/login-screen.tsx']);
    expect([...files].sort()).toEqual(['deep.js', 'entry.js', 'form.js', 'login.js', 'shared.js']);
  });

  it('cannot be told for a page that is not in the build', () => {
    expect(() => scriptsNeeded(manifest, ['features/gone/gone-screen.tsx'])).toThrow(/gone-screen/);
  });

  it('includes what the HTML itself loads', () => {
    expect(
      scriptsOfHtml('<script src="/theme.js"></script><script type="module" crossorigin src="/a/b.js">'),
    ).toEqual(['theme.js', 'a/b.js']);
  });

  it('is bounded for every page: one without a budget is found', () => {
    expect(pagesWithoutBudget(manifest, ['features/login/login-screen.tsx'])).toEqual([
      'features/other/other-screen.tsx',
    ]);
  });
});
