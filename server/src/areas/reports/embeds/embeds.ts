import { createHash, randomBytes } from 'node:crypto'
import { canonicalReferrer, type Embed, type EmbedBody, type EmbedCode, embedLimits } from '@kinora/contract'
import { and, asc, desc, eq, lt, or } from 'drizzle-orm'
import { type Caller, can, type Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { fold } from '../../../platform/database/fold.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { matchesPhrase } from '../../../platform/database/like.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { assertBelowLimit } from '../../../platform/database/row-limits.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import { assertZone } from '../reports/reports.ts'
import type { ReportsArea } from '../reports-area.ts'
import { escapeHtml } from '../runs/report-email.ts'
import { type EmbedRow, reportEmbeds } from '../tables.ts'
import { PICTURE_WIDTH } from './embed-svg.ts'
import { pictureSignature } from './picture-signature.ts'

const DAY_S = 86_400
const SECRET_BYTES = 32
/** Ended embeds are shown for this time. */
const KEPT_S = 30 * DAY_S

export const secretHash = (secret: string) => createHash('sha256').update(secret).digest('hex')

const recordEmbed = changeRecorder((row: EmbedRow, verb: 'created' | 'revoked' | 'copied') => {
  const { id, name, environmentId } = row
  return { environmentId, object: { type: 'embed', id, name }, action: `embed.${verb}` as const }
})

/** @throws problem timezone-unknown, embed-limit, embed-expiry, forbidden without the right to read views */
export async function createEmbed(
  { db, clock, secrets }: ReportsArea,
  caller: Caller,
  body: EmbedBody,
): Promise<Embed> {
  const { organizationId, environmentId, grants } = caller.scope
  assertZone(body)
  if (!can(grants, ['Analytics', 'Views', 'read'])) throw problem('forbidden')
  const createdAt = clock.now()
  const expiresAt = new Date(body.expiresAt)
  if (expiresAt <= createdAt || expiresAt > addSeconds(createdAt, embedLimits.days * DAY_S))
    throw problem('embed-expiry')
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const row: EmbedRow = {
    ...body,
    id: uuidv7(createdAt.getTime()),
    organizationId,
    environmentId,
    searchText: fold(body.name),
    metrics: [...new Set(body.metrics)],
    sites: [...new Set(body.sites.flatMap((site) => canonicalReferrer(site) ?? []))],
    secretHash: secretHash(secret),
    secretEncrypted: secrets.encrypt(secret),
    expiresAt,
    revokedAt: null,
    shownAt: null,
    createdBy: caller.actor.name,
    createdById: caller.actor.userId,
    createdAt,
  }
  await db.transaction(async (tx) => {
    await assertBelowLimit(tx, reportEmbeds, eq(reportEmbeds.organizationId, organizationId), {
      lock: `embeds ${organizationId}`,
      most: embedLimits.most,
      problem: 'embed-limit',
    })
    await tx.insert(reportEmbeds).values(row)
    const { name, metrics, filters, sites } = row
    await recordEmbed(tx, caller, row, 'created', { after: { name, metrics, filters, sites } }, createdAt)
  })
  return viewOf(row, createdAt)
}

/** A page of the embeds that the caller sees, newest first. */
export async function listEmbeds(
  { db, clock }: ReportsArea,
  scope: Scope,
  { phrase, ...page }: PageQuery & { readonly phrase?: string | undefined },
) {
  const now = clock.now()
  const where = and(isVisible(scope), matchesPhrase(reportEmbeds.searchText, phrase))
  return loadPage(page, {
    select: db
      .select()
      .from(reportEmbeds)
      .where(where)
      .orderBy(desc(reportEmbeds.createdAt), asc(reportEmbeds.id)),
    total: db.$count(reportEmbeds, where),
    view: async (rows) => rows.map((row) => viewOf(row, now)),
  })
}

/** The address of an embed with its secret, and HTML that shows it. @throws problem not-found, embed-over */
export async function getEmbedCode(
  { db, clock, secrets }: ReportsArea,
  caller: Caller,
  id: string,
  origin: string,
): Promise<EmbedCode> {
  const at = clock.now()
  const [row] = await db.select().from(reportEmbeds).where(isShown(caller.scope, id))
  if (row === undefined) throw problem('not-found')
  if (viewOf(row, at).status !== 'active') throw problem('embed-over')
  await db.transaction((tx) => recordEmbed(tx, caller, row, 'copied', {}, at))
  const page = `${origin}/embed/report/${row.id}`
  const secret = secrets.decrypt(row.secretEncrypted)
  const url = `${page}#${secret}`
  const pictureUrl = `${page}/picture?signature=${pictureSignature(row, secret)}`
  const code = `<iframe src="${url}" title="${escapeHtml(row.name)}" width="100%" height="480" sandbox="allow-scripts" loading="lazy" referrerpolicy="no-referrer" style="border:0"></iframe>`
  const pictureCode = `<img src="${pictureUrl}" alt="${escapeHtml(row.name)}" width="${PICTURE_WIDTH}" style="max-width:100%">`
  return { url, code, pictureUrl, pictureCode }
}

/** Ends an embed. Does nothing if it is revoked already. @throws problem not-found */
export async function revokeEmbed({ db, clock }: ReportsArea, caller: Caller, id: string): Promise<Embed> {
  const at = clock.now()
  const row = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(reportEmbeds).where(isShown(caller.scope, id)).for('update')
    if (before === undefined) throw problem('not-found')
    if (before.revokedAt !== null) return before
    await tx.update(reportEmbeds).set({ revokedAt: at }).where(rowOf(reportEmbeds, before))
    await recordEmbed(tx, caller, before, 'revoked', {}, at)
    return { ...before, revokedAt: at }
  })
  return viewOf(row, at)
}

/** Deletes embeds that ended long ago. */
export async function deleteOldEmbeds({ db, clock }: ReportsArea): Promise<void> {
  const before = addSeconds(clock.now(), -KEPT_S)
  await db
    .delete(reportEmbeds)
    .where(or(lt(reportEmbeds.expiresAt, before), lt(reportEmbeds.revokedAt, before)))
}

/** Callers whose role has a filter see only embeds whose figures have the same rights: their own. */
function isVisible({ environmentId, filter }: Scope) {
  return and(
    eq(reportEmbeds.environmentId, environmentId),
    filter === null ? undefined : eq(reportEmbeds.createdById, filter.userId),
  )
}

function isShown(scope: Scope, id: string) {
  return and(rowOf(reportEmbeds, { id, environmentId: scope.environmentId }), isVisible(scope))
}

function viewOf(row: EmbedRow, now: Date): Embed {
  const { organizationId: _o, searchText: _s, secretHash: _h, secretEncrypted: _e, ...shown } = row
  const { createdById: _c, expiresAt, revokedAt, shownAt, createdAt, ...fields } = shown
  return {
    ...fields,
    status: revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    expiresAt: expiresAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    shownAt: shownAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
