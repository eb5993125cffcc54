/** How an embed page plays, as its address says it. */
export interface EmbedOptions {
  /** The moment to begin at, as links say it: `90`, `1m30s`; empty for the beginning. */
  readonly startAt: string
  /** Without sound, which is all that browsers allow unasked. */
  readonly autoplay: boolean
  readonly muted: boolean
  readonly loop: boolean
  readonly controls: boolean
  /** Language of the subtitles that are shown from the start; empty for the viewer's own choice. */
  readonly captions: string
  /** Six hex digits for what has been played; empty for the player's own. */
  readonly color: string
}

/** Reads them. What is no such value is as if it were not there. */
export function embedOptionsOf(query: URLSearchParams): EmbedOptions {
  const flag = (name: string) => /^(1|true|)$/.test(query.get(name) ?? 'no')
  const text = (name: string, form: RegExp) => form.exec(query.get(name) ?? '')?.[1] ?? ''
  const autoplay = flag('autoplay')
  return {
    startAt: text('t', /^([\dhms.]{1,20})$/),
    autoplay,
    muted: autoplay || flag('muted'),
    loop: flag('loop'),
    controls: !/^(0|false)$/.test(query.get('controls') ?? ''),
    captions: text('captions', /^([A-Za-z\d-]{2,35})$/),
    color: text('color', /^#?([\da-fA-F]{6})$/).toLowerCase(),
  }
}

/** Writes those that differ from what there is without them. */
export function embedQuery({
  startAt,
  autoplay,
  muted,
  loop,
  controls,
  captions,
  color,
}: EmbedOptions): string {
  const query = new URLSearchParams()
  if (startAt !== '') query.set('t', startAt)
  if (autoplay) query.set('autoplay', '1')
  if (muted && !autoplay) query.set('muted', '1')
  if (loop) query.set('loop', '1')
  if (!controls) query.set('controls', '0')
  if (captions !== '') query.set('captions', captions)
  if (color !== '') query.set('color', color)
  return query.toString()
}
