import type { SeenPerson } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useDeletePerson } from './queries'

interface DeletePersonProps {
  readonly person: SeenPerson
  readonly name: string
  readonly onClose: () => void
}

/** Asks before a person is erased. */
export function DeletePerson({ person, name, onClose }: DeletePersonProps) {
  const t = useText()
  const deleting = useDeletePerson(person.id)
  const onError = useProblemToast(t('intelligence:people.notDeleted'))
  return (
    <ConfirmDialog
      title={t('intelligence:people.deleteTitle', { name })}
      confirm={t('intelligence:people.deleteAction')}
      cancel={t('intelligence:people.keep')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate(undefined, { onSuccess: onClose, onError })}
    >
      <p className="text-pretty">{t('intelligence:people.deleteAbout')}</p>
    </ConfirmDialog>
  )
}
