import { Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { api } from '#web/api/client.ts';
import { confirm } from '#web/ui/confirm.ts';
import { useLayer } from '#web/ui/layers.ts';
import { usePhone } from '#web/ui/phone.ts';
import classes from './crud-dialog.module.css';
import { CrudForm, type DialogParts } from './crud-form.tsx';
import type { HooksByEntity } from './entity-hooks.ts';
import { useLabels } from './labels.ts';
import { childPaths, type ParentRow } from './parent-row.ts';

/** The row being edited; undefined item for a new one. */
export type DialogTarget = { readonly item: Item | undefined };

export type CrudDialogProps = DialogParts & {
  readonly entity: Entity;
  readonly parent: ParentRow | undefined;
  readonly entityHooks: HooksByEntity;
  readonly target: DialogTarget | undefined;
  readonly onClose: () => void;
};

/** Adds or modifies one row. Ignores clicks outside, and never discards input without asking. */
export function CrudDialog({ entity, parent, entityHooks, target, onClose, ...parts }: CrudDialogProps) {
  const { t } = useTranslation();
  const labels = useLabels();
  const phone = usePhone();
  const hasUnsaved = useRef(() => false);
  // Keeps the content while the dialog fades out.
  const last = useRef(target);
  if (target !== undefined) last.current = target;
  /** The row as it was stored since the dialog opened. */
  const [stored, setStored] = useState<{ readonly of: DialogTarget; readonly item: Item }>();
  const item = stored !== undefined && stored.of === last.current ? stored.item : last.current?.item;
  const keepOpen = (saved: Item) => {
    if (last.current) setStored({ of: last.current, item: saved });
  };
  const readAgain = async () => {
    if (!item) return;
    const { data } = await api.get<Item>(`${entity.path}/${item.id}`);
    if (!hasUnsaved.current()) keepOpen(data);
  };

  const leave = async () => {
    const question = {
      title: t('crud.discardTitle'),
      message: t('crud.discardText'),
      confirmLabel: t('crud.discard'),
      declineLabel: t('crud.discardNot'),
      danger: true,
    };
    if (!hasUnsaved.current()) return onClose();
    // Waits until the current Escape key press is over, or it would also answer the confirmation.
    await new Promise((resolve) => setTimeout(resolve));
    if (await confirm(question)) onClose();
  };
  useLayer(target !== undefined, leave);
  const heading = item
    ? t('crud.edit', { entity: labels.the(entity) })
    : t('crud.add', { entity: labels.a(entity) });

  return (
    <Modal.Root
      opened={target !== undefined}
      onClose={leave}
      closeOnClickOutside={false}
      closeOnEscape={false}
      fullScreen={phone}
      size={childPaths(entity).length > 0 ? 'xl' : 'lg'}
      padding="lg"
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Overlay />
      <Modal.Content className={classes.content} data-full-screen={phone || undefined}>
        {/* Not the library's header: its element would be a second banner landmark. */}
        <div className={classes.head}>
          <Modal.Title className={classes.title}>
            {parent ? `${heading} · ${parent.name}` : heading}
          </Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </div>
        <Modal.Body className={classes.body}>
          <CrudForm
            key={item?.id ?? 'new'}
            entity={entity}
            parent={parent}
            entityHooks={entityHooks}
            item={item}
            hasUnsaved={hasUnsaved}
            onCancel={leave}
            onSaved={(saved) => (parts.beside && !item ? keepOpen(saved) : onClose())}
            onChanged={() => void readAgain().catch(() => undefined)}
            {...parts}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
