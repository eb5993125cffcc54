import * as z from 'zod'
import { count, defineSettings } from '../../../platform/settings.ts'

export const viewSettings = defineSettings({
  VIEWS_DAYS: count
    .max(3650)
    .default(90)
    .describe('Days for which single views and their timelines are kept; sums of views are kept for ever'),
  RAW_VIEWS: z.coerce
    .number()
    .int()
    .min(0)
    .default(300_000)
    .describe('Views up to which a query reads the views themselves; queries of more views read their sums'),
})
