import { timingSafeEqual } from 'node:crypto'
import { type embedPreviewBody, type ReportDocument, reportLimits } from '@kinora/contract'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { can, type Scope } from '../../../platform/auth.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { Problem, problem } from '../../../platform/problem.ts'
import { withRequester } from '../../../platform/turns/requester.ts'
import { answerReport } from '../documents/answers.ts'
import { reportDocument } from '../documents/report-document.ts'
import { assertZone } from '../reports/reports.ts'
import { scopeOfPerson } from '../reports/scope-of-person.ts'
import type { ReportsArea } from '../reports-area.ts'
import { type EmbedRow, reportEmbeds } from '../tables.ts'
import { embedRange } from './embed-range.ts'
import { secretHash } from './embeds.ts'

type Question = z.output<typeof embedPreviewBody>

/** Content is computed at most this often, however many people look at it. */
const KEPT_S = 60
const MAX_KEPT = 500

/** Answers the content of embeds. */
export interface EmbedContents {
  /** The content for the holder of the secret. The embed and the rights of its creator are checked each time.
   * @throws problem embed-over, warehouse-away */
  read(embedId: string, secret: string): Promise<ReportDocument>
  /** The content of an embed whose address somebody proved to have. @throws problem embed-over, warehouse-away */
  readFor(row: EmbedRow): Promise<ReportDocument>
}

export function openEmbedContents(area: ReportsArea): EmbedContents {
  const { clock, db } = area
  const kept = new Map<string, { readonly atMs: number; readonly content: Promise<ReportDocument> }>()

  function contentOf(row: EmbedRow, scope: Scope): Promise<ReportDocument> {
    const atMs = clock.now().getTime()
    const known = kept.get(row.id)
    if (known !== undefined && Math.abs(atMs - known.atMs) < KEPT_S * 1000) return known.content
    const requester = { environmentId: row.environmentId, address: '', userAgent: null, isPerson: false }
    const content = withRequester(requester, () => contentNow(area, scope, row))
    const next = { atMs, content }
    content.catch(() => {
      if (kept.get(row.id) === next) kept.delete(row.id)
    })
    kept.delete(row.id)
    kept.set(row.id, next)
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
    return content
  }

  return {
    async read(embedId, secret) {
      const row = await findEmbed(area, embedId)
      if (row === null || !isSecretOf(row, secret)) throw problem('embed-over')
      return readFor(row)
    },
    readFor,
  }

  async function readFor(row: EmbedRow): Promise<ReportDocument> {
    const creator = { userId: row.createdById, name: row.createdBy }
    const scope = await scopeOfPerson(area, creator, row.environmentId).catch(hideReason)
    const document = await contentOf(row, scope).catch(hideReason)
    await noteShown(db, row, clock.now())
    return document
  }
}

/** The embed with this ID if it has not ended. */
export async function findEmbed(
  { db, clock }: Pick<ReportsArea, 'db' | 'clock'>,
  id: string,
): Promise<EmbedRow | null> {
  // The ID is all that a page knows. It gives nothing without the secret.
  const [row] = await db.select().from(reportEmbeds).where(eq(reportEmbeds.id, id))
  return row === undefined || row.revokedAt !== null || row.expiresAt <= clock.now() ? null : row
}

/** The content of an embed as it would be now.
 * @throws problem timezone-unknown, warehouse-away, forbidden, range-too-long */
export async function previewEmbed(
  area: ReportsArea,
  scope: Scope,
  question: Question,
): Promise<ReportDocument> {
  if (!can(scope.grants, ['Analytics', 'Views', 'read'])) throw problem('forbidden')
  assertZone(question)
  return contentNow(area, scope, { ...question, name: '' })
}

async function contentNow(
  area: ReportsArea,
  scope: Scope,
  asked: Question & Pick<EmbedRow, 'name'>,
): Promise<ReportDocument> {
  const covered = embedRange(asked.range, asked.timezone, area.clock.now())
  return reportDocument(asked, await answerReport(area, scope, asked, covered), reportLimits.shortRows)
}

function isSecretOf(row: EmbedRow, secret: string): boolean {
  return timingSafeEqual(Buffer.from(row.secretHash), Buffer.from(secretHash(secret)))
}

/** Viewers learn only that the report is not shared any more, and not why. */
function hideReason(error: unknown): never {
  const isHidden = error instanceof Problem && error.id !== 'warehouse-away' && error.id !== 'unavailable'
  throw isHidden ? problem('embed-over') : error
}

/** At most once a minute. */
async function noteShown(db: ReportsArea['db'], row: EmbedRow, at: Date): Promise<void> {
  const isOld = or(isNull(reportEmbeds.shownAt), lt(reportEmbeds.shownAt, addSeconds(at, -60)))
  if (row.shownAt !== null && row.shownAt >= addSeconds(at, -60)) return
  await db
    .update(reportEmbeds)
    .set({ shownAt: at })
    .where(and(rowOf(reportEmbeds, row), isOld))
}
