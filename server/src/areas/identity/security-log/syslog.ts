import { eq, sql } from 'drizzle-orm'
import { securityLogReaders } from '../../../platform/database/tables.ts'
import type { Place } from '../../../platform/events/outbox.ts'
import { parseCursor } from '../../../platform/events/outbox.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readSecurityLog } from './log-reader.ts'
import { type SyslogConnection, syslogConnection } from './syslog-connection.ts'
import { syslogMessage } from './syslog-message.ts'

const READER = 'syslog'
const LOOK_EVERY_MS = 1_000
const PER_BATCH = 200

/** Sends the security log of the installation to the configured receiver, from the first start with it on. A message
 * can be sent twice, and over UDP lost. Returns a function that stops it. */
export function startSyslog({ config, db, log }: Platform): () => Promise<void> {
  const { SYSLOG_URL, SYSLOG_CA } = config
  if (SYSLOG_URL === undefined) return async () => undefined
  const connection = syslogConnection(SYSLOG_URL, SYSLOG_CA)
  const sending = repeat(
    async () => ((await sendBatch(db, connection)) === PER_BATCH ? 0 : LOOK_EVERY_MS),
    'sending syslog messages',
    log,
  )
  return async () => {
    await sending.stop()
    connection.close()
  }
}

/** Sends the next records, if no other process does. Returns their number. */
function sendBatch(db: Platform['db'], connection: SyslogConnection): Promise<number> {
  return db.transaction(async (tx) => {
    const start = sql`pg_snapshot_xmin(pg_current_snapshot())`
    const { id: recordId } = parseCursor(null)
    await tx
      .insert(securityLogReaders)
      .values({ name: READER, transactionId: start as unknown as string, recordId })
      .onConflictDoNothing()
    const [reader] = await tx
      .select({
        transaction: sql<string>`${securityLogReaders.transactionId}::text`,
        id: securityLogReaders.recordId,
      })
      .from(securityLogReaders)
      .where(eq(securityLogReaders.name, READER))
      .for('update', { skipLocked: true })
    if (!reader) return 0
    const { rows, next } = await readSecurityLog(tx, null, reader, PER_BATCH)
    if (rows.length === 0) return 0
    await connection.send(rows.map(syslogMessage))
    await tx.update(securityLogReaders).set(positionOf(next)).where(eq(securityLogReaders.name, READER))
    return rows.length
  })
}

function positionOf({ transaction, id }: Place) {
  return { transactionId: transaction, recordId: id }
}
