import { Bell } from '@phosphor-icons/react/dist/csr/Bell'
import type { Area } from '../../lib/area'
import { AlertToasts } from './bell/alert-toasts'
import { OpenCount } from './bell/open-count'
import { PhoneBell } from './bell/phone-bell'

const to = '/$environmentId/alerts'
const read = ['Alerts', 'Alert', 'read'] as const

export const alerts: Area = {
  nav: [
    {
      group: 'watch',
      to,
      label: (t) => t('alerts:list.title'),
      icon: Bell,
      right: read,
      keys: 'g t',
      count: OpenCount,
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('alerts:list.new'),
      icon: Bell,
      href: (environmentId) => `/${environmentId}/alerts/new`,
      right: ['Alerts', 'Alert', 'create'],
    },
  ],
  headerPart: PhoneBell,
  tray: AlertToasts,
}
