import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type Item, idsOf } from '../parts/item'
import { useRestoreItems } from './queries'

/**
 * Restores items and reports it. Works after its caller has unmounted, because the Undo button of a toast outlives its
 * dialog.
 */
export function useRestore() {
  const t = useText()
  const { mutateAsync, isPending } = useRestoreItems()
  const onError = useProblemToast(t('library:trash.notRestored'))
  const restore = (items: readonly Item[], onDone?: () => void) => {
    const values = { count: items.length, title: items[0]?.name ?? '' }
    mutateAsync(idsOf(items)).then(() => {
      toast({ text: t('library:trash.restored', values), tone: 'good' })
      onDone?.()
    }, onError)
  }
  return { restore, busy: isPending }
}
