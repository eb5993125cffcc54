import { count, defineSettings } from '../../../platform/settings.ts'

export const alertSettings = defineSettings({
  ALERT_RULES: count.max(10_000).default(200).describe('Maximum alert rules of an organization'),
  ALERT_DAYS: count.max(3650).default(90).describe('Days that alerts are kept after they ended'),
})
