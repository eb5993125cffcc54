import type { Cases } from '../../../contract/test-case.ts'
import { newIncident, newRule, orgOf } from '../../../testing/alerts/alerts.ts'

export const cases: Cases = {
  listAlertIncidents: async ({ owner }) => ({
    params: orgOf(owner),
    query: { state: 'open', ruleId: (await newRule(owner)).id },
    // Incidents of deleted rules are kept.
    passesOver: ['query.ruleId'],
  }),
  getAlertIncident: async (tenant) => ({
    params: { ...orgOf(tenant.owner), id: await newIncident(tenant, await newRule(tenant.owner)) },
  }),
  acknowledgeAlert: async (tenant) => ({
    params: { ...orgOf(tenant.owner), id: await newIncident(tenant, await newRule(tenant.owner)) },
  }),
  addAlertNote: async (tenant) => ({
    params: { ...orgOf(tenant.owner), id: await newIncident(tenant, await newRule(tenant.owner)) },
    body: { text: 'The encoder was restarted.' },
  }),
}
