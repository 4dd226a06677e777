import { Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';
import type { Address } from '#domain/access/addresses.ts';

type ScreenLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly href: Address;
  /** Replaces the current history entry. */
  readonly replace?: boolean;
};

/** A link to a screen; the router's own link needs path and query separately. */
export function ScreenLink({ href, ...rest }: ScreenLinkProps) {
  const [path = '', query] = href.split('?');
  const search: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
  return <Link {...rest} to={path} search={search} />;
}
