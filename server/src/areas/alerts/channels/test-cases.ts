import type { Cases } from '../../../contract/test-case.ts'
import { newChannel, orgOf } from '../../../testing/alerts/alerts.ts'

export const cases: Cases = {
  listAlertChannels: ({ owner }) => ({ params: orgOf(owner) }),
  createAlertChannel: ({ owner }) => ({
    params: orgOf(owner),
    body: { name: 'Desk', kind: 'email', recipients: ['desk@example.com'], language: 'en' },
  }),
  updateAlertChannel: async ({ owner }) => ({
    params: { ...orgOf(owner), id: (await newChannel(owner)).id },
    body: { name: 'Night desk', recipients: ['night@example.com'] },
  }),
  deleteAlertChannel: async ({ owner }) => ({
    params: { ...orgOf(owner), id: (await newChannel(owner)).id },
  }),
  enableAlertChannel: async ({ owner }) => ({
    params: { ...orgOf(owner), id: (await newChannel(owner)).id },
  }),
  testAlertChannel: async ({ owner }) => ({ params: { ...orgOf(owner), id: (await newChannel(owner)).id } }),
}
