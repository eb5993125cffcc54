import { libraryCalls as calls } from '@kinora/contract'
import type { FastifyReply } from 'fastify'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Library } from '../library.ts'
import { sheetType, writeReport, writeTemplate } from './import-files.ts'
import { cancelImport, retryImport, startImport } from './import-run.ts'
import { listAllRows, listRows } from './import-view.ts'
import {
  createImport,
  deleteImport,
  getImport,
  listImports,
  loadImportView,
  updateImport,
} from './imports.ts'

export function importRoutes(server: HttpServer, library: Library): void {
  const { db } = library

  route(server, calls.createImport, ({ body, caller }) => createImport(library, caller, body))
  route(server, calls.listImports, ({ query, caller }) => listImports(library, caller.scope, query))
  route(server, calls.downloadImportTemplate, async ({ query, reply }) => {
    send(reply, 'bulk-import.xlsx', await writeTemplate(query.language))
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
    send(reply, `${name} report.xlsx`, await writeReport(query.language, await listAllRows(db, row)))
    return undefined
  })
}

function send(reply: FastifyReply, name: string, file: Buffer): void {
  reply.type(sheetType).header('content-disposition', attachmentNamed(name)).send(file)
}
