import { alertsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import type { Alerts } from '../alerts.ts'
import { assertOrganization } from '../organization.ts'
import { previewRule } from './preview.ts'
import { createRule, deleteRule, getRule, listRules, switchRule, updateRule } from './rules.ts'

export const feature: Feature<Alerts> = {
  routes(server, alerts) {
    route(server, calls.listAlertRules, ({ params, query, caller }) => {
      assertOrganization(caller.scope, params.org)
      return listRules(alerts, caller.scope, query)
    })
    route(server, calls.createAlertRule, ({ params, body, caller }) => {
      assertOrganization(caller.scope, params.org)
      return createRule(alerts, caller, body)
    })
    route(server, calls.previewAlertRule, ({ params, body, caller }) => {
      assertOrganization(caller.scope, params.org)
      return previewRule(alerts, caller.scope, body)
    })
    route(server, calls.getAlertRule, ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return getRule(alerts, caller.scope, params.id)
    })
    route(server, calls.updateAlertRule, ({ params, body, caller }) => {
      assertOrganization(caller.scope, params.org)
      return updateRule(alerts, caller, params.id, body)
    })
    route(server, calls.deleteAlertRule, async ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      await deleteRule(alerts, caller, params.id)
      return undefined
    })
    route(server, calls.enableAlertRule, ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return switchRule(alerts, caller, params.id, true)
    })
    route(server, calls.disableAlertRule, ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return switchRule(alerts, caller, params.id, false)
    })
  },
}
