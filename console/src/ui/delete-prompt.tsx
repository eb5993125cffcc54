import type { UseMutationResult } from '@tanstack/react-query'
import { Button } from './button'
import { RowPrompt } from './row-prompt'
import { useProblemToast } from './use-problem-toast'

interface DeletePromptProps {
  readonly title: string
  /** Further effects of the deletion. */
  readonly note?: string | undefined
  readonly keep: string
  readonly action: string
  /** Says that it was not deleted. */
  readonly notDeleted: string
  readonly deleting: UseMutationResult<unknown, Error, void>
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks in a row before it is deleted. */
export function DeletePrompt(props: DeletePromptProps) {
  const { title, note, keep, action, notDeleted, deleting, onClose, onDeleted } = props
  const onError = useProblemToast(notDeleted)
  return (
    <RowPrompt label={title} onLeave={onClose}>
      <p className="text-13 font-mid wrap-anywhere">{title}</p>
      {note !== undefined && <p className="text-13 text-ink-2">{note}</p>}
      <span className="mt-3 flex gap-2">
        <Button autoFocus onPress={onClose}>
          {keep}
        </Button>
        <Button
          variant="danger"
          busy={deleting.isPending}
          onPress={() => deleting.mutate(undefined, { onSuccess: onDeleted, onError })}
        >
          {action}
        </Button>
      </span>
    </RowPrompt>
  )
}
