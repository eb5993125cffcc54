import type { Cases } from '../../../contract/test-case.ts'
import { viewEventOf } from '../../../testing/analytics/view-event.ts'

export const cases: Cases = {
  sendBeacon: ({ content }) => ({
    body: { sentAt: Date.now(), events: [viewEventOf(content.playbackId ?? '')] },
  }),
}
