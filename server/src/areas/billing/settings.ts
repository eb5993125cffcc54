import * as z from 'zod'
import { defineSettings } from '../../platform/settings.ts'

export const billingSettings = defineSettings({
  BILLING_TIMEZONE: z
    .string()
    .refine((zone) => isTimeZone(zone), 'Enter a time zone such as Asia/Kolkata')
    .default('UTC')
    .describe('Time zone of the months and days in which new organizations are billed'),
})

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
