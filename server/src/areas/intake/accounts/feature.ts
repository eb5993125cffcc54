import { intakeCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Intake } from '../intake.ts'
import { cloudAccounts } from '../tables.ts'
import {
  createCloudAccount,
  deleteCloudAccount,
  getCloudAccount,
  listCloudAccounts,
  updateCloudAccount,
} from './cloud-accounts.ts'
import { testCloudAccount } from './test-account.ts'

export const feature: Feature<Intake> = {
  sealed: secretColumns(cloudAccounts.secretsEncrypted),
  routes(server, intake) {
    route(server, calls.createCloudAccount, ({ caller, body }) => createCloudAccount(intake, caller, body))
    route(server, calls.listCloudAccounts, ({ caller, query }) =>
      listCloudAccounts(intake, caller.scope, query),
    )
    route(server, calls.getCloudAccount, ({ caller, params }) =>
      getCloudAccount(intake, caller.scope, params.id),
    )
    route(server, calls.updateCloudAccount, ({ caller, params, body }) =>
      updateCloudAccount(intake, caller, params.id, body),
    )
    route(server, calls.deleteCloudAccount, async ({ caller, params }) => {
      await deleteCloudAccount(intake, caller, params.id)
      return undefined
    })
    route(server, calls.testCloudAccount, ({ caller, params, body }) =>
      testCloudAccount(intake, caller.scope, params.id, body.path),
    )
  },
}
