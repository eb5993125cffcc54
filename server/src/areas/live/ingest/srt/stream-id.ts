const STRUCTURED = '#!::'

export interface StreamId {
  /** Empty without a key. */
  readonly streamKey: string
  readonly isBackup: boolean
}

/** Reads a stream ID: a stream key with an optional `?backup=1`, or fields of the SRT Access Control guidelines such as
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
  // Encoders omit the mode, although the default of the guidelines is a player.
  const mode = fields.get('m') ?? 'publish'
  if (mode !== 'publish') return null
  return { streamKey: fields.get('r') ?? '', isBackup: fields.get('backup') === '1' }
}
