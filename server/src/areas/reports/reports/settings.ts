import { count, defineSettings } from '../../../platform/settings.ts'

export const reportSettings = defineSettings({
  REPORTS_MAX: count.max(10_000).default(100).describe('Scheduled reports of an organization'),
  REPORT_EMAILS_PER_DAY: count
    .max(1_000_000)
    .default(2000)
    .describe('Emails of reports that an organization can send within 24 hours'),
})
