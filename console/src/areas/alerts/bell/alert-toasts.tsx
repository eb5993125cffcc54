import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { listenToEvents } from '../../../lib/events'
import { useText } from '../../../lib/i18n'
import { toast } from '../../../ui/toast-store'
import { useRights, useWorkspace } from '../../identity'
import { alertsKey } from '../queries'

/** Shows a toast when an alert fires, and refreshes what screens show of alerts. Renders nothing. */
export function AlertToasts() {
  const t = useText()
  const queries = useQueryClient()
  const router = useRouter()
  const { environment } = useWorkspace()
  const { read } = useRights('Alerts', 'Alert')
  useEffect(() => {
    if (!read) return
    return listenToEvents(environment.id, {
      onEvent({ type, data, object }) {
        if (!type.startsWith('alert.') && !type.startsWith('alert_channel.')) return
        void queries.invalidateQueries({ queryKey: alertsKey(environment.id) })
        if (type === 'alert_channel.disabled')
          toast({
            text: t('alerts:bell.disabled', { name: isolate(String(data.name)) }),
            tone: 'bad',
            action: {
              label: t('alerts:bell.view'),
              run: () => void router.navigate({ href: `/${environment.id}/alerts?tab=channels` }),
            },
          })
        if (type !== 'alert.opened' && type !== 'alert.resolved') return
        const group = data.group === '' ? '' : `: ${String(data.group)}`
        const name = isolate(`${String(data.alertName)}${group}`)
        const to = `/${environment.id}/alerts/incidents/${object.id}`
        toast({
          text: t(type === 'alert.opened' ? 'alerts:bell.opened' : 'alerts:bell.resolved', { name }),
          tone: type === 'alert.opened' ? 'bad' : 'good',
          action: { label: t('alerts:bell.view'), run: () => void router.navigate({ href: to }) },
        })
      },
    })
  }, [environment.id, queries, read, router, t])
  return null
}
