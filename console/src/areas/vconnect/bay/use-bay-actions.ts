import type { VconnectConnect } from '@kinora/contract'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { type Bay, useConnect, useDisconnect, useSwitchConnect } from '../queries'

/** Connects and disconnects inputs and destinations, and says so. */
export interface BayActions {
  connect(inputId: string, destinationId: string): void
  disconnect(connect: VconnectConnect): void
  switchConnect(connect: VconnectConnect): void
}

export function useBayActions(bay: Bay): BayActions {
  const t = useText()
  const onError = useProblemToast(t('vconnect:actions.failed'))
  const connect = useConnect()
  const disconnect = useDisconnect()
  const turn = useSwitchConnect()
  const namesOf = (inputId: string, destinationId: string) => ({
    from: isolate(bay.inputs.find(({ id }) => id === inputId)?.name ?? ''),
    to: isolate(bay.destinations.find(({ id }) => id === destinationId)?.name ?? ''),
  })
  const make = (inputId: string, destinationId: string) =>
    connect.mutate(
      { inputId, destinationId },
      {
        onError,
        onSuccess: () =>
          toast({ text: t('vconnect:actions.connected', namesOf(inputId, destinationId)), tone: 'good' }),
      },
    )
  return {
    connect: make,
    disconnect: (link) =>
      disconnect.mutate(link, {
        onError,
        onSuccess: () =>
          toast({
            text: t('vconnect:actions.disconnected', namesOf(link.inputId, link.destinationId)),
            action: {
              label: t('vconnect:actions.undo'),
              run: () => make(link.inputId, link.destinationId),
            },
          }),
      }),
    switchConnect: (link) => turn.mutate({ ...link, enabled: !link.enabled }, { onError }),
  }
}
