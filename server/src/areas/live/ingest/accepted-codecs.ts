import type { LiveTrack } from '@kinora/media'

interface AcceptedCodec {
  readonly codec: LiveTrack['codec']
  readonly kind: LiveTrack['kind']
  /** Name in messages to encoders. */
  readonly name: string
  /** Name in Enhanced RTMP. */
  readonly fourCc: string
}

/** Codecs that live nodes take. Opus is encoded to AAC. */
const ACCEPTED_CODECS: readonly AcceptedCodec[] = [
  { codec: 'h264', kind: 'video', name: 'H.264', fourCc: 'avc1' },
  { codec: 'aac', kind: 'audio', name: 'AAC', fourCc: 'mp4a' },
  { codec: 'opus', kind: 'audio', name: 'Opus', fourCc: 'Opus' },
]

export function isAcceptedCodec(codec: LiveTrack['codec']): boolean {
  return ACCEPTED_CODECS.some((each) => each.codec === codec)
}

export const ACCEPTED_FOUR_CCS = ACCEPTED_CODECS.map(({ fourCc }) => fourCc)

/** Advice to users of encoders. */
export const USE_ACCEPTED_CODECS = `Use ${namesOf('video')} video and ${namesOf('audio')} audio.`

function namesOf(kind: LiveTrack['kind']): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(
    ACCEPTED_CODECS.filter((each) => each.kind === kind).map(({ name }) => name),
  )
}
