import type { AdChannel } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useTurnChannel } from '../queries'

/** Enables or disables a channel, and shows the result as a toast. */
export function useTurn(channel: AdChannel) {
  const t = useText()
  const onError = useProblemToast(t('ads:channels.actions.failed'))
  const { mutate, isPending } = useTurnChannel(channel)
  const to = channel.enabled ? 'disable' : 'enable'
  const turn = () =>
    mutate(to, {
      onError,
      onSuccess: ({ name }) => toast({ text: t(`ads:channels.done.${to}`, { name }), tone: 'good' }),
    })
  return { turn, isPending }
}
