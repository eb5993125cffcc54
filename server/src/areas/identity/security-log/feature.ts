import { identityCalls as calls } from '@kinora/contract'
import type { FastifyReply } from 'fastify'
import type { Feature } from '../../../platform/area.ts'
import { type Actor, can, type Scope } from '../../../platform/auth.ts'
import { isCursor, parseCursor } from '../../../platform/events/outbox.ts'
import { pruneSecurityLog } from '../../../platform/events/security-log.ts'
import { route } from '../../../platform/http/route.ts'
import { problem } from '../../../platform/problem.ts'
import type { Identity } from '../identity.ts'
import { assertOwn } from '../own-account.ts'
import { organizationScopeOf, ownScopesOf } from '../roles/scopes.ts'
import { listAccountRecords } from './account-records.ts'
import { exportedRecord, readSecurityLog } from './log-reader.ts'

export const feature: Feature<Identity> = {
  sweeps: ({ db, clock, config }) => ({
    'identity.security-log': () => pruneSecurityLog(db, clock.now(), config.SECURITY_LOG_DAYS),
  }),
  routes(server, identity) {
    route(server, calls.listAccountRecords, ({ params, query, caller }) => {
      assertOwn(params.id, caller.actor)
      return listAccountRecords(identity, caller.actor.userId, query)
    })
    route(server, calls.exportSecurityLog, ({ query, caller, reply }) =>
      sendSecurityLog(identity, caller, query, reply),
    )
  },
}

/** @throws problem forbidden, request-invalid */
async function sendSecurityLog(
  { db }: Identity,
  { actor, scope }: { readonly actor: Actor; readonly scope: Scope },
  { cursor = '', limit }: { readonly cursor?: string | undefined; readonly limit: number },
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (cursor !== '' && !isCursor(cursor))
    throw problem('request-invalid', { errors: [{ path: 'query.cursor', message: 'Invalid cursor' }] })
  // Records are about the whole organization.
  const { grants } = await organizationScopeOf(db, actor, scope.organizationId)
  if (
    !can(grants, ['Settings', 'User', 'read']) ||
    !can(grants, calls.exportSecurityLog.right) ||
    scope.filter
  )
    throw problem('forbidden')
  const { organizationId } = scope
  const readable = (await ownScopesOf(db, actor, organizationId)).filter(
    (each) => each.filter === null && can(each.grants, calls.exportSecurityLog.right),
  )
  const environmentIds = readable.map(({ environmentId }) => environmentId)
  const log = { organizationId, environmentIds }
  const { rows, next } = await readSecurityLog(db, log, parseCursor(cursor), limit)
  return reply
    .type('application/x-ndjson')
    .header('next-cursor', `${next.transaction}.${next.id}`)
    .send(rows.map((row) => `${JSON.stringify(exportedRecord(row))}\n`).join(''))
}
