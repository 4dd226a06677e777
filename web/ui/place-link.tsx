import { Link } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type PlaceLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> & {
  readonly ref?: Ref<HTMLAnchorElement>;
  /** Path and query of one of our screens. */
  readonly address: string;
};

/** A link to a screen whose address has a query; the router's own link wants the two apart. */
export function PlaceLink({ address, ...rest }: PlaceLinkProps) {
  const [path = '', query] = address.split('?');
  const search: Record<string, string> = Object.fromEntries(new URLSearchParams(query));
  return <Link {...rest} to={path} search={search} />;
}
