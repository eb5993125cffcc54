import { liveCalls, messages } from '@kinora/contract'
import { type Caller, can } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { openAddress } from '../../../platform/net/stored-address.ts'
import { problem } from '../../../platform/problem.ts'
import { findRelayOfKey, findStreamByKey, readStreamId, rtmpKeyOf, streamNames } from '../../live/index.ts'
import type { Vconnect } from '../vconnect.ts'
import { publishPlace } from './publish-place.ts'
import { openSecretFields } from './secret-fields.ts'
import type { DestinationRow, InputRow } from './tables.ts'

/** Checks that a live stream is in the environment, and that the caller may read it or, for a destination, its stream key, with
 * which they could publish. @throws problem not-found, forbidden */
export async function assertStream(
  db: Queryable,
  { scope }: Caller,
  { livestreamId }: Pick<InputRow, 'livestreamId'>,
  end: 'input' | 'destination',
): Promise<void> {
  if (livestreamId === null) return
  const { right } = end === 'input' ? liveCalls.getLivestream : liveCalls.getStreamKey
  if (!can(scope.grants, right)) throw problem('forbidden')
  if (!(await streamNames(db, scope.environmentId, [livestreamId])).has(livestreamId))
    throw problem('not-found')
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

/** The live stream that a destination feeds, or the input by RTMP: its own, or that of this installation to which a stream key
 * belongs. @throws problem request-invalid without a stream key for RTMP */
export async function streamOf(
  { db, clock, secrets }: Pick<Vconnect, 'clock' | 'secrets'> & { readonly db: Queryable },
  row: DestinationRow,
): Promise<string | null> {
  if (row.kind === 'livestream' || row.address === null) return row.livestreamId
  const { streamId } = openSecretFields(secrets, row)
  if (row.kind === 'srt') return feedOf(readStreamId(streamId)?.streamKey ?? '')
  if (row.kind !== 'rtmp') return null
  const { app, name } = publishPlace(new URL(openAddress(secrets, row.address)), streamId)
  if (name.startsWith('?') || name === '')
    throw problem('request-invalid', {
      errors: [{ path: 'body.address', message: messages.vconnectAddress }],
    })
  return feedOf(rtmpKeyOf(name, app))

  async function feedOf(key: string): Promise<string | null> {
    const stream = await findStreamByKey(db, key, clock.now())
    return stream?.id ?? findRelayOfKey(db, key)
  }
}
