import type { Livestream } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type StateChange, useChangeState } from '../queries'

/** Starts, stops, enables or disables a stream, and reports the result. */
export function useStateChange(stream: Livestream) {
  const t = useText()
  const onError = useProblemToast(t('live:streams.actions.failed'))
  const { mutate, isPending } = useChangeState(stream)
  const change = (to: StateChange, onDone?: () => void) =>
    mutate(to, {
      onError,
      onSuccess: ({ name }) => {
        toast({ text: t(`live:streams.done.${to}`, { name }), tone: 'good' })
        onDone?.()
      },
    })
  return { change, isPending }
}
