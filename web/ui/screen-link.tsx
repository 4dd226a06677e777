import { Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import type { Address } from '#domain/access/addresses.ts';

type ScreenLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly href: Address;
  /** The address takes the place of this one in the history. */
  readonly replace?: boolean;
};

/** A link to one of our screens; the router's own link wants path and query apart. */
export function ScreenLink({ href, ...rest }: ScreenLinkProps) {
  const [path = '', query] = href.split('?');
  const search: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
  return <Link {...rest} to={path} search={search} />;
}
