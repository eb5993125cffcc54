import { intakeCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { listAccountNames } from '../accounts/cloud-accounts.ts'
import type { Intake } from '../intake.ts'
import { browseAccount } from './browse-account.ts'
import { deleteOldImports, importFiles, listImportedFiles } from './cloud-imports.ts'

export const feature: Feature<Intake> = {
  sweeps: (intake) => ({ 'intake.imports': () => deleteOldImports(intake) }),
  routes(server, intake) {
    route(server, calls.listImportAccounts, async ({ caller }) => ({
      items: await listAccountNames(intake, caller.scope),
    }))
    route(server, calls.browseCloudAccount, ({ caller, params, query }) =>
      browseAccount(intake, caller.scope, params.id, query.path),
    )
    route(server, calls.createCloudImport, ({ caller, body }) => importFiles(intake, caller, body))
    route(server, calls.listImportedFiles, ({ caller, query }) =>
      listImportedFiles(intake, caller.scope, query),
    )
  },
}
