const STRUCTURED = '#!::'

export interface StreamId {
  /** Empty if there is none. */
  readonly streamKey: string
  readonly isBackup: boolean
}

/** Reads a stream ID: the stream key, which `?backup=1` can follow, or fields as in SRT's Access Control guidelines,
 * `#!::r=key,m=publish,backup=1`. Null if the caller does not want to publish. */
export function readStreamId(streamId: string): StreamId | null {
  if (!streamId.startsWith(STRUCTURED)) {
    const [streamKey = '', query = ''] = streamId.split('?', 2)
    return { streamKey, isBackup: new URLSearchParams(query).get('backup') === '1' }
  }
  const fields = new Map(
    streamId
      .slice(STRUCTURED.length)
      .split(',')
      .map((field) => {
        const [name = '', ...value] = field.split('=')
        return [name.trim(), value.join('=')] as const
      }),
  )
  // Encoders leave the mode out, although the guidelines then mean a player.
  const mode = fields.get('m') ?? 'publish'
  if (mode !== 'publish') return null
  return { streamKey: fields.get('r') ?? '', isBackup: fields.get('backup') === '1' }
}
