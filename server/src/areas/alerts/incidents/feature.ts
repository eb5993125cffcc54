import { alertsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Alerts } from '../alerts.ts'
import { assertOrganization } from '../organization.ts'
import { acknowledge, addNote, getIncident, listIncidents, pruneIncidents } from './incidents.ts'

export const feature: Feature<Alerts> = {
  sweeps: (alerts) => ({ 'alerts.incidents': () => pruneIncidents(alerts) }),
  routes(server, alerts) {
    route(server, calls.listAlertIncidents, ({ params, query, caller }) => {
      assertOrganization(caller.scope, params.org)
      return listIncidents(alerts, caller.scope, query)
    })
    route(server, calls.getAlertIncident, ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return getIncident(alerts, caller.scope, params.id)
    })
    route(server, calls.acknowledgeAlert, ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return acknowledge(alerts, caller, params.id)
    })
    route(server, calls.addAlertNote, ({ params, body, caller }) => {
      assertOrganization(caller.scope, params.org)
      return addNote(alerts, caller, params.id, body.text)
    })
  },
}
