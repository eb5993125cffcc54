const STRUCTURED = '#!::'

/** The stream key of a stream ID: the whole of it, or a field as in SRT's Access Control guidelines,
 * `#!::r=key,m=publish`. Null if the caller does not want to publish. */
export function readStreamId(streamId: string): string | null {
  if (!streamId.startsWith(STRUCTURED)) return streamId
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
  return mode === 'publish' ? (fields.get('r') ?? '') : null
}
