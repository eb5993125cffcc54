import { analyticsCalls } from '@kinora/contract'
import type { Feature } from '../../../platform/area.ts'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { route } from '../../../platform/http/route.ts'
import type { Analytics } from '../analytics.ts'
import { linkExportFile, sendExportFile } from './export-files.ts'
import { exportFigures } from './exports.ts'
import { exportHandler } from './run-export.ts'
import {
  createViewExport,
  deleteOldExports,
  deleteViewExport,
  getViewExport,
  listViewExports,
  viewOf,
} from './view-exports.ts'

export const feature: Feature<Analytics> = {
  jobs: (analytics) => [exportHandler(analytics)],
  sweeps: (analytics) => ({ 'analytics.exports': () => deleteOldExports(analytics) }),
  routes(server, analytics) {
    const { db, config } = analytics
    route(server, analyticsCalls.createViewExport, ({ body, caller }) =>
      createViewExport(analytics, caller, body),
    )
    route(server, analyticsCalls.listViewExports, ({ caller }) => listViewExports(analytics, caller))
    route(server, analyticsCalls.getViewExport, async ({ params, caller }) =>
      viewOf(await getViewExport(db, caller.scope, params.id), caller),
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
    route(server, analyticsCalls.exportFigures, async ({ query, caller, reply }) => {
      const { name, type, data, notes } = await exportFigures(analytics, caller.scopes, query)
      reply
        .type(type)
        .header('content-disposition', attachmentNamed(name))
        .header('kinora-notes', JSON.stringify(notes))
        .send(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
      return undefined
    })
  },
}
