import { libraryCalls as calls } from '@kinora/contract'
import type { FastifyReply } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import { tasksOf } from '../../../platform/workers/workers.ts'
import type { Library } from '../library.ts'
import { cancelImport, retryImport, runImport, startImport, stopImport } from './import-run.ts'
import { listAllRows, listRows } from './import-view.ts'
import {
  createImport,
  deleteImport,
  deleteOldImports,
  getImport,
  listImports,
  loadImportView,
  updateImport,
} from './imports.ts'
import { importJob } from './jobs.ts'
import { sealedImports } from './stored-rows.ts'

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const task = tasksOf<typeof import('./import-file-tasks.ts')>(
  new URL('./import-file-tasks.ts', import.meta.url),
)

export const feature: Feature<Library> = {
  jobs: (library) => [
    defineHandler({
      definition: importJob,
      run: ({ importId: id }, { environmentId, signal }) => runImport(library, { id, environmentId }, signal),
      failed: ({ importId: id }, _error, { environmentId }) =>
        stopImport(library, { id, environmentId }, 'interrupted'),
    }),
  ],
  sealed: [sealedImports],
  sweeps: (library) => ({ 'library.imports': () => deleteOldImports(library) }),
  routes(server, library) {
    const { db, workers } = library

    route(server, calls.createImport, ({ body, caller }) => createImport(library, caller, body))
    route(server, calls.listImports, ({ query, caller }) => listImports(library, caller.scope, query))
    route(server, calls.downloadImportTemplate, async ({ query, reply }) => {
      send(reply, 'bulk-import.xlsx', await workers.run(task('writeTemplate'), query.language))
      return undefined
    })
    route(server, calls.getImport, async ({ params, caller }) =>
      loadImportView(db, await getImport(db, caller.scope.environmentId, params.id)),
    )
    route(server, calls.updateImport, ({ params, body, caller }) =>
      updateImport(library, caller.scope.environmentId, params.id, body),
    )
    route(server, calls.listImportRows, async ({ params, query, caller }) =>
      listRows(db, await getImport(db, caller.scope.environmentId, params.id), query),
    )
    route(server, calls.startImport, ({ params, caller }) => startImport(library, caller, params.id))
    route(server, calls.cancelImport, ({ params, caller }) => cancelImport(library, caller, params.id))
    route(server, calls.retryImport, ({ params, caller }) => retryImport(library, caller, params.id))
    route(server, calls.deleteImport, async ({ params, caller }) => {
      await deleteImport(library, caller, params.id)
      return undefined
    })
    route(server, calls.downloadImportReport, async ({ params, query, reply, caller }) => {
      const row = await getImport(db, caller.scope.environmentId, params.id)
      const name = row.fileName.replace(/\.[^.]*$/, '')
      const given = { language: query.language, rows: await listAllRows(db, row) }
      send(reply, `${name} report.xlsx`, await workers.run(task('writeReport'), given))
      return undefined
    })
  },
}

function send(reply: FastifyReply, name: string, file: Uint8Array): void {
  reply
    .type(sheetType)
    .header('content-disposition', attachmentNamed(name))
    .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
}
