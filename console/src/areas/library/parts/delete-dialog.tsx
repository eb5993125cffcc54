import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useDeleteContents } from '../queries'
import { Thumb } from './thumb'

interface DeleteDialogProps {
  readonly contents: readonly Content[]
  readonly onClose: () => void
  readonly onDeleted?: (ids: readonly string[]) => void
}

const mostShown = 6

/** Asks by name before videos are gone for good. */
export function DeleteDialog({ contents, onClose, onDeleted }: DeleteDialogProps) {
  const t = useText()
  const { mutate, isPending } = useDeleteContents()
  const onError = useProblemToast(t('library:delete.failed'))
  const count = contents.length
  const title = contents[0]?.title ?? ''
  const send = () =>
    mutate(
      contents.map(({ id }) => id),
      {
        onSuccess: ({ deleted }) => {
          toast({ text: t('library:delete.done', { count: deleted.length, title }), tone: 'good' })
          onDeleted?.(deleted)
          onClose()
        },
        onError,
      },
    )
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={count === 1 ? t('library:delete.one', { title }) : t('library:delete.many', { count })}
      confirm={t('library:delete.submit', { count })}
      cancel={t('library:delete.keep', { count })}
      busy={isPending}
      onConfirm={send}
    >
      <p>{t('library:delete.about', { count })}</p>
      <ul className="mt-3 flex flex-col gap-2">
        {contents.slice(0, mostShown).map((content) => (
          <li key={content.id} className="flex items-center gap-3">
            <Thumb content={content} />
            <span className="cut min-w-0 flex-1 text-ink">
              <bdi>{content.title}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {count > mostShown && (
        <p className="mt-2 text-ink-3">{t('library:delete.more', { count: count - mostShown })}</p>
      )}
    </ConfirmDialog>
  )
}
