import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type Item, idsOf, parentOf } from '../contents/item'
import { type Move, useMoveItems } from './queries'

/** Where something can be; without an id, outside of all folders. */
export interface Spot {
  readonly id: string | null
  readonly name: string
}

/** Moves, says where to, and takes it back when asked. */
export function useMove() {
  const t = useText()
  const { mutateAsync, isPending } = useMoveItems()
  const onError = useProblemToast(t('library:move.failed'))
  const move = (items: readonly Item[], { id, name }: Spot, onDone?: () => void) => {
    const said = { count: items.length, title: items[0]?.name ?? '', place: name }
    const undo = () => void mutateAsync(backWhereTheyWere(items)).catch(onError)
    mutateAsync([{ ...idsOf(items), to: id }]).then(() => {
      toast({
        text: id === null ? t('library:move.out', said) : t('library:move.done', said),
        tone: 'good',
        action: { label: t('library:actions.undo'), run: undo },
      })
      onDone?.()
    }, onError)
  }
  return { move, busy: isPending }
}

function backWhereTheyWere(items: readonly Item[]): Move[] {
  return [...Map.groupBy(items, parentOf)].map(([to, some]) => ({ ...idsOf(some), to }))
}
