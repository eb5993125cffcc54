import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { openAlertsQuery, usePlace } from '../queries'

/** The count of the bell and its name: alerts that fire, and channels that were disabled because they kept failing. */
export function useBell(): { readonly count: number; readonly label: string } {
  const t = useText()
  const { open = 0, disabledChannels = 0 } = useQuery(openAlertsQuery(usePlace())).data ?? {}
  const alerts = open === 0 ? [] : [t('alerts:bell.label', { count: open })]
  const channels = disabledChannels === 0 ? [] : [t('alerts:bell.channels', { count: disabledChannels })]
  return { count: open + disabledChannels, label: [...alerts, ...channels].join(', ') }
}
