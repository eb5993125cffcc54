import { alertsCalls } from '@kinora/contract'
import { defineArea, openFeatures } from '../../platform/area.ts'
import type { Alerts } from './alerts.ts'
import { startSending } from './channels/sender.ts'
import { startEvaluating } from './evaluation/evaluator.ts'
import { features } from './features.gen.ts'
import { jobSource, storageSource } from './sources/platform-sources.ts'

export const alerts = defineArea({
  name: 'alerts',
  contract: alertsCalls,
  open(platform, { authenticator }) {
    const opened: Alerts = { ...platform, authenticator }
    platform.alertSources.add(jobSource(platform))
    platform.alertSources.add(storageSource(platform))
    return openFeatures(features, opened, {
      services: {
        worker() {
          const stops = [startEvaluating(opened), startSending(opened)]
          return async () => {
            for (const stop of stops) await stop()
          }
        },
      },
    })
  },
})
