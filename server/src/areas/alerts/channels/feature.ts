import { alertsCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Alerts } from '../alerts.ts'
import { assertOrganization } from '../organization.ts'
import { alertChannels } from '../tables.ts'
import {
  createChannel,
  deleteChannel,
  enableChannel,
  listChannels,
  testChannel,
  updateChannel,
} from './channels.ts'

export const feature: Feature<Alerts> = {
  sealed: secretColumns(alertChannels.targetEncrypted, alertChannels.secretEncrypted),
  routes(server, alerts) {
    route(server, calls.listAlertChannels, async ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return { items: await listChannels(alerts, caller.scope) }
    })
    route(server, calls.createAlertChannel, ({ params, body, caller }) => {
      assertOrganization(caller.scope, params.org)
      return createChannel(alerts, caller, body)
    })
    route(server, calls.updateAlertChannel, ({ params, body, caller }) => {
      assertOrganization(caller.scope, params.org)
      return updateChannel(alerts, caller, params.id, body)
    })
    route(server, calls.deleteAlertChannel, async ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      await deleteChannel(alerts, caller, params.id)
      return undefined
    })
    route(server, calls.enableAlertChannel, ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return enableChannel(alerts, caller, params.id)
    })
    route(server, calls.testAlertChannel, ({ params, caller }) => {
      assertOrganization(caller.scope, params.org)
      return testChannel(alerts, caller.scope, params.id)
    })
  },
}
