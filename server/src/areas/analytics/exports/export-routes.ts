import { analyticsCalls } from '@kinora/contract'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Analytics } from '../analytics.ts'
import { linkExportFile, sendExportFile } from './export-files.ts'
import { createViewExport, deleteViewExport, getViewExport, listViewExports, viewOf } from './view-exports.ts'

export function exportRoutes(server: HttpServer, analytics: Analytics): void {
  const { db, config } = analytics
  route(server, analyticsCalls.createViewExport, ({ body, caller }) =>
    createViewExport(analytics, caller, body),
  )
  route(server, analyticsCalls.listViewExports, ({ caller }) => listViewExports(analytics, caller.scope))
  route(server, analyticsCalls.getViewExport, async ({ params, caller }) =>
    viewOf(await getViewExport(db, caller.scope, params.id)),
  )
  route(server, analyticsCalls.deleteViewExport, async ({ params, caller }) => {
    await deleteViewExport(analytics, caller, params.id)
    return undefined
  })
  route(server, analyticsCalls.getViewExportFile, async ({ params, caller, request, reply }) => {
    await sendExportFile(analytics, caller, params.id, request, reply)
    return undefined
  })
  route(server, analyticsCalls.linkViewExport, ({ params, caller, request }) =>
    linkExportFile(analytics, caller, params.id, originOf(request, config)),
  )
}
