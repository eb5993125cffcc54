import type { Cases } from '../../../contract/test-case.ts'
import { newChannel, newRule, orgOf, streamDown } from '../../../testing/alerts/alerts.ts'
import { newStream } from '../../../testing/livestreams.ts'

export const cases: Cases = {
  listAlertRules: ({ owner }) => ({
    params: orgOf(owner),
    query: { phrase: 'down', state: 'quiet', severity: 'critical' },
  }),
  createAlertRule: async ({ owner }) => ({
    params: orgOf(owner),
    body: {
      ...streamDown,
      filters: { objectIds: [(await newStream(owner)).id] },
      channelIds: [(await newChannel(owner)).id],
      escalateS: 300,
      escalateIds: [(await newChannel(owner)).id],
    },
  }),
  previewAlertRule: async ({ owner }) => {
    const { metric, condition, groupBy, threshold, windowS } = streamDown
    const filters = { objectIds: [(await newStream(owner)).id] }
    return {
      params: orgOf(owner),
      body: { metric, condition, groupBy, threshold, windowS, filters },
    }
  },
  getAlertRule: async ({ owner }) => ({ params: { ...orgOf(owner), id: (await newRule(owner)).id } }),
  updateAlertRule: async ({ owner }) => ({
    params: { ...orgOf(owner), id: (await newRule(owner)).id },
    body: {
      ...streamDown,
      filters: { objectIds: [(await newStream(owner)).id] },
      channelIds: [(await newChannel(owner)).id],
      escalateS: 300,
      escalateIds: [(await newChannel(owner)).id],
    },
  }),
  deleteAlertRule: async ({ owner }) => ({ params: { ...orgOf(owner), id: (await newRule(owner)).id } }),
  enableAlertRule: async ({ owner }) => ({ params: { ...orgOf(owner), id: (await newRule(owner)).id } }),
  disableAlertRule: async ({ owner }) => ({ params: { ...orgOf(owner), id: (await newRule(owner)).id } }),
}
