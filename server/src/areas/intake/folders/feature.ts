import { intakeCalls as calls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { route } from '../../../platform/http/route.ts'
import { listAccountNames } from '../accounts/cloud-accounts.ts'
import type { Intake } from '../intake.ts'
import { rootsOf } from './roots.ts'
import {
  createWatchFolder,
  deleteWatchFolder,
  getWatchFolder,
  listWatchFolders,
  pauseWatchFolder,
  scanWatchFolder,
  updateWatchFolder,
} from './watch-folders.ts'

export const feature: Feature<Intake> = {
  routes(server, intake) {
    route(server, calls.listWatchRoots, async ({ caller }) => ({
      items: rootsOf(intake, caller.scope.organizationId),
      accounts: await listAccountNames(intake, caller.scope),
    }))
    route(server, calls.createWatchFolder, ({ caller, body }) => createWatchFolder(intake, caller, body))
    route(server, calls.listWatchFolders, ({ caller, query }) =>
      listWatchFolders(intake, caller.scope, query),
    )
    route(server, calls.getWatchFolder, ({ caller, params }) =>
      getWatchFolder(intake, caller.scope, params.id),
    )
    route(server, calls.updateWatchFolder, ({ caller, params, body }) =>
      updateWatchFolder(intake, caller, params.id, body),
    )
    route(server, calls.deleteWatchFolder, async ({ caller, params }) => {
      await deleteWatchFolder(intake, caller, params.id)
      return undefined
    })
    route(server, calls.pauseWatchFolder, ({ caller, params }) =>
      pauseWatchFolder(intake, caller, params.id, true),
    )
    route(server, calls.resumeWatchFolder, ({ caller, params }) =>
      pauseWatchFolder(intake, caller, params.id, false),
    )
    route(server, calls.scanWatchFolder, ({ caller, params }) =>
      scanWatchFolder(intake, caller.scope, params.id),
    )
  },
}
