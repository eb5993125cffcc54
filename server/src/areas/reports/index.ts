import { reportsCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import { features } from './features.gen.ts'
import type { ReportsArea } from './reports-area.ts'
import { reportFileSource } from './runs/report-files.ts'

export const reports = defineArea({
  name: 'reports',
  contract: reportsCalls,
  open(platform, { analytics, authenticator, delivery }) {
    const area: ReportsArea = { ...platform, analytics, authenticator }
    delivery.registerDownloads(reportFileSource(area))
    return openFeatures(features, area)
  },
})
