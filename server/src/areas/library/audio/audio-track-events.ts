import type { Transaction } from '../../../platform/database/database.ts'
import { audit, type Deed } from '../../../platform/events/audit.ts'
import { emit } from '../../../platform/events/outbox.ts'
import type { Doer } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { type AudioTrackRow, wordsOf } from './audio-track-view.ts'

/** Announces what became of a track, in the transaction that makes it so. */
export async function emitTrack(
  { clock }: Pick<Library, 'clock'>,
  tx: Transaction,
  row: AudioTrackRow,
  deed: 'created' | 'updated' | 'ready' | 'errored' | 'deleted',
): Promise<void> {
  const { id, environmentId, contentId, role, status, errorId } = row
  const { name, language } = wordsOf(row)
  await emit(tx, {
    environmentId,
    type: `video.audio_track.${deed}`,
    objectType: 'audio_track',
    objectId: id,
    data: { contentId, name, languageCode: language, role, status, error: errorId },
    at: clock.now(),
  })
}

/** The same, and writes down who did it. */
export async function tellTrack(
  library: Pick<Library, 'clock'>,
  tx: Transaction,
  row: AudioTrackRow,
  deed: 'created' | 'updated' | 'deleted',
  { actor, scope }: Doer,
  changes: Pick<Deed, 'before' | 'after'>,
): Promise<void> {
  await emitTrack(library, tx, row, deed)
  const object = { type: 'audio_track', id: row.id, name: wordsOf(row).name }
  const { organizationId, environmentId } = scope
  const action = `audio_track.${deed}` as const
  await audit(tx, {
    ...{ organizationId, environmentId, action, actor, object },
    ...changes,
    at: library.clock.now(),
  })
}
