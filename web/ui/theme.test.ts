import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { theme, themeVariables } from './theme.ts';

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const resolved = themeVariables(merged);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('[UX-11] computes contrast as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

const { colors } = merged;
const grounds = ['--app-surface', '--app-ground', '--mantine-color-body', '--app-selected'] as const;
/** The background of a field, as the library sets it. */
const fields = { light: '#ffffff', dark: colors.dark[6] } as const;

describe.each(['light', 'dark'] as const)('the %s theme', (scheme) => {
  const variables: Readonly<Record<string, string>> = { ...resolved.variables, ...resolved[scheme] };
  const colour = (name: string) => variables[name] ?? '';

  it.each([...grounds, 'the field itself'])(
    '[UX-11] field borders and focus rings stand out against %s',
    (ground) => {
      const behind = ground === 'the field itself' ? fields[scheme] : colour(ground);
      expect(contrast(colour('--app-field-border'), behind)).toBeGreaterThanOrEqual(3);
      expect(contrast(colour('--app-focus'), behind)).toBeGreaterThanOrEqual(3);
    },
  );

  it('[UX-11] the focus ring of the header stands out against it', () => {
    expect(contrast(colors.gold?.[3] ?? '', colour('--app-header'))).toBeGreaterThanOrEqual(3);
  });

  it.each(grounds)('[UX-11] text can be read on %s', (ground) => {
    for (const text of ['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-error'])
      expect(contrast(colour(text), colour(ground)), text).toBeGreaterThanOrEqual(4.5);
  });
});
