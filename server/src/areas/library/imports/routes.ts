import { libraryCalls as calls } from '@kinora/contract'
import type { FastifyReply } from 'fastify'
import { attachmentNamed } from '../../../platform/http/attachment.ts'
import { route } from '../../../platform/http/route.ts'
import type { HttpServer } from '../../../platform/http/server.ts'
import type { Library } from '../library.ts'
import { sheetType, writeReport, writeTemplate } from './import-files.ts'
import { cancelImport, retryImport, startImport } from './import-run.ts'
import { allRows, listRows } from './import-view.ts'
import { createImport, deleteImport, importOf, listImports, updateImport, viewOfImport } from './imports.ts'

export function importRoutes(server: HttpServer, library: Library): void {
  const { db } = library

  route(server, calls.createImport, ({ body, actor, scope }) => createImport(library, { actor, scope }, body))
  route(server, calls.listImports, ({ query, scope }) => listImports(library, scope.environmentId, query))
  route(server, calls.downloadImportTemplate, async ({ query, reply }) => {
    send(reply, 'bulk-import.xlsx', await writeTemplate(query.language))
    return undefined
  })
  route(server, calls.getImport, async ({ params, scope }) =>
    viewOfImport(db, await importOf(db, scope.environmentId, params.id)),
  )
  route(server, calls.updateImport, ({ params, body, scope }) =>
    updateImport(library, scope.environmentId, params.id, body),
  )
  route(server, calls.listImportRows, async ({ params, query, scope }) =>
    listRows(db, await importOf(db, scope.environmentId, params.id), query),
  )
  route(server, calls.startImport, ({ params, actor, scope }) =>
    startImport(library, { actor, scope }, params.id),
  )
  route(server, calls.cancelImport, ({ params, actor, scope }) =>
    cancelImport(library, { actor, scope }, params.id),
  )
  route(server, calls.retryImport, ({ params, actor, scope }) =>
    retryImport(library, { actor, scope }, params.id),
  )
  route(server, calls.deleteImport, async ({ params, actor, scope }) => {
    await deleteImport(library, { actor, scope }, params.id)
    return undefined
  })
  route(server, calls.downloadImportReport, async ({ params, query, scope, reply }) => {
    const row = await importOf(db, scope.environmentId, params.id)
    const name = row.fileName.replace(/\.[^.]*$/, '')
    send(reply, `${name} report.xlsx`, await writeReport(query.language, await allRows(db, row)))
    return undefined
  })
}

function send(reply: FastifyReply, name: string, file: Buffer): void {
  reply.type(sheetType).header('content-disposition', attachmentNamed(name)).send(file)
}
