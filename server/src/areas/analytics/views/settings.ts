import { count, defineSettings } from '../../../platform/settings.ts'

export const viewSettings = defineSettings({
  VIEWS_DAYS: count
    .max(3650)
    .default(90)
    .describe('Days for which single views and their timelines are kept; sums of views are kept for ever'),
})
