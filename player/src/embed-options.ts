import { logoUrlOf } from '@kinora/contract/delivery/logo-url'

/** Options of an embed page, from its URL. */
export interface EmbedOptions {
  /** Start time, as in links: `90`, `1m30s`. Empty starts at the beginning. */
  readonly startAt: string
  /** Muted, since browsers allow no other autoplay. */
  readonly autoplay: boolean
  readonly muted: boolean
  readonly loop: boolean
  readonly controls: boolean
  /** Language of the subtitles shown from the start. Empty uses the viewer's choice. */
  readonly captions: string
  /** Six hex digits of the accent color. Empty uses the default color. */
  readonly color: string
  /** URL of an image in the corner, HTTPS only. Empty shows none. */
  readonly logo: string
}

/** Reads the options. Invalid values are ignored. */
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
    logo: logoUrlOf(query.get('logo'))?.href ?? '',
  }
}

/** Writes the options that differ from the defaults. */
export function embedQuery({
  startAt,
  autoplay,
  muted,
  loop,
  controls,
  captions,
  color,
  logo,
}: EmbedOptions): string {
  const query = new URLSearchParams()
  if (startAt !== '') query.set('t', startAt)
  if (autoplay) query.set('autoplay', '1')
  if (muted && !autoplay) query.set('muted', '1')
  if (loop) query.set('loop', '1')
  if (!controls) query.set('controls', '0')
  if (captions !== '') query.set('captions', captions)
  if (color !== '') query.set('color', color)
  if (logo !== '') query.set('logo', logo)
  return query.toString()
}

/** Whether the ads of an ad channel are fetched by the player. */
export function wantsGuidedAds(query: URLSearchParams): boolean {
  return query.get('ads') === 'guided'
}

/** Parameters with facts about viewers that pages pass to ad servers, and labels that ads are counted by. */
const viewerParam =
  /^(?:kv\.[\w-]{1,40}|gdpr|gdpr_consent|us_privacy|gpp|gpp_sid|lmt|ifa|ifa_type|programme|partner)$/

/** The playlist of a playback ID, with those parameters of the page that ads need. */
export function sourceOf(playbackId: string, query: URLSearchParams): string {
  const passed = new URLSearchParams([...query].filter(([name]) => viewerParam.test(name)))
  return `/play/${playbackId}.m3u8${passed.size > 0 ? `?${passed}` : ''}`
}
