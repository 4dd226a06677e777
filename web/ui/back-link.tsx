import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Address } from '#domain/access/addresses.ts';
import classes from './back-link.module.css';
import { ChevronLeftIcon } from './icons.tsx';
import { ScreenLink } from './screen-link.tsx';

type BackLinkProps = {
  readonly href: Address;
  readonly children: ReactNode;
  readonly 'data-print'?: 'hidden';
};

/** A link to the page this one was opened from. */
export const BackLink = ({ children, ...link }: BackLinkProps) => (
  <Anchor component={ScreenLink} className={classes.back} {...link}>
    <ChevronLeftIcon size={16} />
    {children}
  </Anchor>
);

/** The parts of a page's description next to each other: the link back and short facts. */
export const DescriptionParts = ({ children }: { readonly children: ReactNode }) => (
  <span className={classes.parts}>{children}</span>
);
