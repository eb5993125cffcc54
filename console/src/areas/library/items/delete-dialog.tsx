import { collectionLimits } from '@kinora/contract/library'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type Item, idsOf, isDeletedPermanently, trashedAtOf } from '../parts/item'
import { ItemLine } from './item-line'
import { useDeleteItems } from './queries'
import { useRestore } from './use-restore'

interface DeleteDialogProps {
  readonly items: readonly Item[]
  readonly onClose: () => void
  readonly onDeleted?: () => void
}

const maxShown = 6

/** Asks before items move to the trash or are permanently deleted. */
export function DeleteDialog({ items, onClose, onDeleted }: DeleteDialogProps) {
  const t = useText()
  const { mutate, isPending } = useDeleteItems()
  const { restore } = useRestore()
  const onError = useProblemToast(t('library:delete.failed'))
  const title = useTitle(items)
  const count = items.length
  const final = items.every(isDeletedPermanently)
  const permanently = items.some((item) => trashedAtOf(item) !== null)
  const send = () =>
    mutate(
      { ...idsOf(items), permanently },
      {
        onSuccess: () => {
          const back = items.filter((item) => !isDeletedPermanently(item))
          const values = { count, title: items[0]?.name ?? '' }
          toast({
            text: final ? t('library:delete.gone', values) : t('library:delete.done', values),
            tone: 'good',
            ...(!final && { action: { label: t('library:actions.undo'), run: () => restore(back) } }),
          })
          onDeleted?.()
          onClose()
        },
        onError,
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={title}
      confirm={final ? t('library:delete.forGood') : t('library:delete.submit')}
      cancel={t('library:delete.keep', { count })}
      busy={isPending}
      onConfirm={send}
    >
      <WhatHappens items={items} final={final} />
      <ul className="mt-3 flex flex-col gap-2">
        {items.slice(0, maxShown).map((item) => (
          <ItemLine key={item.id} item={item} />
        ))}
      </ul>
      {count > maxShown && (
        <p className="mt-2 text-ink-3">{t('library:delete.more', { count: count - maxShown })}</p>
      )}
    </ConfirmDialog>
  )
}

function WhatHappens({ items, final }: { readonly items: readonly Item[]; readonly final: boolean }) {
  const t = useText()
  if (final) return <p>{t('library:delete.final')}</p>
  const back = items.filter((item) => !isDeletedPermanently(item))
  const folders = items.filter(({ kind }) => kind === 'folder').length
  const unfinished = items.length - back.length
  const days = collectionLimits.trashDays
  return (
    <p>
      {folders > 0
        ? t('library:delete.folders', { count: items.length, days })
        : t('library:delete.about', { count: back.length, days })}{' '}
      {unfinished > 0 && t('library:delete.unfinished', { count: unfinished })}
    </p>
  )
}

function useTitle(items: readonly Item[]): string {
  const t = useText()
  const [first] = items
  const count = items.length
  if (first && count === 1) {
    const title = first.name
    return first.kind === 'folder'
      ? t('library:delete.folder', { title })
      : t('library:delete.one', { title })
  }
  const allVideos = items.every(({ kind }) => kind === 'video')
  return allVideos ? t('library:delete.many', { count }) : t('library:delete.items', { count })
}
