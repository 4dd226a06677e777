import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentProps, ReactElement } from 'react';
import type { Address } from '#domain/access/addresses.ts';
import { ScreenLink } from './screen-link.tsx';

type RowIconProps = Pick<ActionIconProps, 'color' | 'disabled'> & {
  /** The tooltip, e.g. "Edit". */
  readonly tip: string;
  /** The accessible name, which includes the row: "Edit Sala 1". */
  readonly label: string;
  readonly icon: ReactElement;
} & ({ readonly href: Address } | { readonly onClick: ComponentProps<'button'>['onClick'] });

/** A button or link at the end of a row. */
export function RowIcon({ tip, label, icon, ...rest }: RowIconProps) {
  const common = { variant: 'subtle', 'aria-label': label } as const;
  return (
    <Tooltip label={tip} openDelay={300}>
      {'href' in rest ? (
        <ActionIcon component={ScreenLink} {...common} {...rest}>
          {icon}
        </ActionIcon>
      ) : (
        <ActionIcon {...common} {...rest}>
          {icon}
        </ActionIcon>
      )}
    </Tooltip>
  );
}
