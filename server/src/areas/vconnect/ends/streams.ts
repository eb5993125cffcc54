import type { Queryable } from '../../../platform/database/database.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { findStreamByKey, streamNames } from '../../live/index.ts'
import type { Vconnect } from '../vconnect.ts'
import { publishPlace } from './publish-place.ts'
import { openSecretFields } from './secret-fields.ts'
import type { DestinationRow, InputRow } from './tables.ts'

/** Checks that a live stream is in the environment. @throws problem not-found */
export async function assertStream(
  db: Queryable,
  environmentId: string,
  { livestreamId }: Pick<InputRow, 'livestreamId'>,
): Promise<void> {
  if (livestreamId === null) return
  if (!(await streamNames(db, environmentId, [livestreamId])).has(livestreamId)) throw problem('not-found')
}

/** Finds the live streams of ends, with their names. */
export async function linkedStreams(
  db: Queryable,
  environmentId: string,
  rows: readonly Pick<InputRow | DestinationRow, 'kind' | 'livestreamId'>[],
) {
  const ids = rows.flatMap(({ kind, livestreamId }) =>
    kind === 'livestream' && livestreamId !== null ? [livestreamId] : [],
  )
  const names = ids.length === 0 ? new Map<string, string>() : await streamNames(db, environmentId, ids)
  return ({ kind, livestreamId: id }: (typeof rows)[number]) =>
    kind === 'livestream' && id !== null ? { id, name: names.get(id) ?? null } : null
}

/** The live stream that a destination feeds: its own, or that of this installation to which a stream key belongs. */
export async function streamOf(
  { db, clock, secrets }: Pick<Vconnect, 'db' | 'clock' | 'secrets'>,
  row: DestinationRow,
): Promise<string | null> {
  if (row.kind !== 'rtmp' || row.address === null) return row.livestreamId
  const url = new URL(openAddress(secrets, row.address))
  const { name } = publishPlace(url, openSecretFields(secrets, row).streamId)
  const stream = await findStreamByKey(db, name.replace(/\?.*$/s, ''), clock.now())
  return stream?.id ?? null
}
