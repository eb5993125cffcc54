import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type Item, idsOf, parentOf } from '../parts/item'
import { type Move, useMoveItems } from './queries'

/** A target folder; without an id, the root. */
export interface MoveTarget {
  readonly id: string | null
  readonly name: string
}

/** Moves items and reports the target, with Undo. */
export function useMove() {
  const t = useText()
  const { mutateAsync, isPending } = useMoveItems()
  const onError = useProblemToast(t('library:move.failed'))
  const move = (items: readonly Item[], { id, name }: MoveTarget, onDone?: () => void) => {
    const values = { count: items.length, title: items[0]?.name ?? '', place: name }
    const undo = () => void mutateAsync(movesBack(items)).catch(onError)
    mutateAsync([{ ...idsOf(items), to: id }]).then(() => {
      toast({
        text: id === null ? t('library:move.out', values) : t('library:move.done', values),
        tone: 'good',
        action: { label: t('library:actions.undo'), run: undo },
      })
      onDone?.()
    }, onError)
  }
  return { move, busy: isPending }
}

function movesBack(items: readonly Item[]): Move[] {
  return [...Map.groupBy(items, parentOf)].map(([to, some]) => ({ ...idsOf(some), to }))
}
