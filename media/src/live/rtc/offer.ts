/** The used fields of a WHIP or WHEP offer (SDP). Everything else is dropped: the WebRTC library gets an offer that the
 * server writes from these fields. */
export interface RtcOffer {
  readonly iceUfrag: string
  readonly icePwd: string
  /** SHA-256 of the peer's certificate, as in `a=fingerprint`. */
  readonly fingerprint: string
  readonly setup: 'actpass' | 'active' | 'passive'
  readonly media: readonly RtcMedia[]
}

export interface RtcMedia {
  readonly kind: 'video' | 'audio'
  readonly mid: string
  /** Direction from the view of the peer. */
  readonly direction: 'sendonly' | 'recvonly' | 'sendrecv'
  /** Payload type of the chosen codec: H.264 or Opus. */
  readonly payloadType: number
  /** `a=fmtp` of the codec. Empty without one. */
  readonly format: string
  /** SSRCs in the offer. */
  readonly ssrcs: readonly number[]
  readonly extensions: readonly RtcExtension[]
}

export interface RtcExtension {
  readonly id: number
  readonly uri: string
}

export type OfferResult =
  | { readonly type: 'offer'; readonly offer: RtcOffer }
  | { readonly type: 'not-valid'; readonly reason: string }
  | { readonly type: 'codec-not-supported' }

/** Accepted header extensions: the MID names the track of a packet (RFC 9143 15). */
const EXTENSIONS = ['urn:ietf:params:rtp-hdrext:sdes:mid']

export const OFFER_LIMITS = { bytes: 64 * 1024, lines: 2000, lineChars: 1000, ssrcs: 4 } as const

/** H.264 profiles in the order of preference to receive. Constrained baseline comes first: it has no B-frames, and all
 * devices encode it in hardware. */
const RECEIVE_PROFILES = ['42e', '42', '4d', '64']
/** H.264 profiles in the order of preference to send. High comes first, because most sources use it. */
const SEND_PROFILES = ['64', '4d', '42e', '42']

const patterns = {
  ufrag: /^[A-Za-z0-9+/]{4,256}$/,
  pwd: /^[A-Za-z0-9+/]{22,256}$/,
  fingerprint: /^sha-256 ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/i,
  mid: /^[A-Za-z0-9_-]{1,16}$/,
  media: /^(audio|video) (\d{1,5}) UDP\/TLS\/RTP\/SAVPF((?: \d{1,3}){1,64})$/,
  format: /^[\x20-\x7e]{0,200}$/,
}

interface Section {
  readonly kind: 'video' | 'audio'
  readonly payloadTypes: readonly number[]
  readonly attributes: string[]
}

/** Reads an offer with at most one audio and one video track.
 * @param wants what the peer must do with its tracks */
export function readRtcOffer(text: string, wants: 'sends' | 'receives'): OfferResult {
  if (text.length > OFFER_LIMITS.bytes) return notValid('It is too long')
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
  if (lines.length > OFFER_LIMITS.lines) return notValid('It has too many lines')
  if (lines[0] !== 'v=0') return notValid('It does not begin with v=0')
  const common: string[] = []
  const sections: Section[] = []
  for (const line of lines) {
    if (line.length > OFFER_LIMITS.lineChars) return notValid('A line is too long')
    if (line.startsWith('m=')) {
      const found = patterns.media.exec(line.slice(2))
      if (found === null) return notValid('Only audio and video by RTP are supported')
      const kind = found[1] === 'audio' ? 'audio' : 'video'
      if (sections.some((section) => section.kind === kind)) return notValid(`It has more than one ${kind}`)
      const payloadTypes = (found[3] ?? '').trim().split(' ').map(Number)
      sections.push({ kind, payloadTypes, attributes: [] })
    } else if (line.startsWith('a=')) (sections.at(-1)?.attributes ?? common).push(line.slice(2))
  }
  if (sections.length === 0) return notValid('It has neither audio nor video')
  return readSections(common, sections, wants)
}

function readSections(
  common: readonly string[],
  sections: readonly Section[],
  wants: 'sends' | 'receives',
): OfferResult {
  const [first] = sections
  const one = (name: string) => attributeOf(first?.attributes ?? [], name) ?? attributeOf(common, name) ?? ''
  const [iceUfrag, icePwd] = [one('ice-ufrag'), one('ice-pwd')]
  const fingerprint = patterns.fingerprint.exec(one('fingerprint'))?.[1]
  const setup = one('setup') || 'actpass'
  if (!patterns.ufrag.test(iceUfrag) || !patterns.pwd.test(icePwd))
    return notValid('It has no ICE credentials')
  if (fingerprint === undefined) return notValid('It has no SHA-256 fingerprint')
  if (setup !== 'actpass' && setup !== 'active' && setup !== 'passive')
    return notValid('Its setup is unknown')
  const media: RtcMedia[] = []
  for (const section of sections) {
    const read = readMedia(section, common, wants)
    if (typeof read === 'string') return notValid(read)
    if (read === null) return { type: 'codec-not-supported' }
    media.push(read)
  }
  if (new Set(media.map(({ mid }) => mid)).size < media.length)
    return notValid('Two tracks have the same mid')
  return { type: 'offer', offer: { iceUfrag, icePwd, fingerprint: fingerprint.toUpperCase(), setup, media } }
}

/** Reads a media section. Null without a supported codec, and an error text if it is invalid. */
function readMedia(
  { kind, payloadTypes, attributes }: Section,
  common: readonly string[],
  wants: 'sends' | 'receives',
): RtcMedia | string | null {
  const mid = attributeOf(attributes, 'mid') ?? ''
  if (!patterns.mid.test(mid)) return 'A track has no mid'
  if (!attributes.includes('rtcp-mux')) return 'A track does not use rtcp-mux'
  const direction = directionOf(attributes) ?? directionOf(common) ?? 'sendrecv'
  const refused = wants === 'sends' ? 'recvonly' : 'sendonly'
  if (direction === refused) return `A track is ${refused}`
  const payloadType = kind === 'audio' ? opusIn(attributes) : h264In(attributes, wants)
  if (payloadType === null || !payloadTypes.includes(payloadType)) return null
  return {
    kind,
    mid,
    direction,
    payloadType,
    format: formatOf(attributes, payloadType),
    ssrcs: ssrcsIn(attributes),
    extensions: extensionsIn(attributes),
  }
}

function directionOf(attributes: readonly string[]): RtcMedia['direction'] | undefined {
  for (const each of attributes)
    if (each === 'sendonly' || each === 'recvonly' || each === 'sendrecv') return each
  return undefined
}

function opusIn(attributes: readonly string[]): number | null {
  return codecsIn(attributes, /^opus\/48000\/2$/i)[0] ?? null
}

/** Payload type of the preferred H.264 profile. Packetization mode 1 is required, because it splits large frames. */
function h264In(attributes: readonly string[], wants: 'sends' | 'receives'): number | null {
  const ranks = wants === 'sends' ? RECEIVE_PROFILES : SEND_PROFILES
  const rankOf = (payloadType: number) => {
    const format = formatOf(attributes, payloadType)
    const profile = /profile-level-id=([0-9a-f]{4})/i.exec(format)?.[1]?.toLowerCase() ?? '42e0'
    const rank = ranks.findIndex((start) => profile.startsWith(start))
    return (rank === -1 ? ranks.length : rank) + (format.includes('packetization-mode=1') ? 0 : 100)
  }
  const [best] = codecsIn(attributes, /^H264\/90000$/i).sort((a, b) => rankOf(a) - rankOf(b))
  return best ?? null
}

function codecsIn(attributes: readonly string[], codec: RegExp): number[] {
  return attributes.flatMap((attribute) => {
    const found = /^rtpmap:(\d{1,3}) (.+)$/.exec(attribute)
    const payloadType = Number(found?.[1])
    return found !== null && codec.test(found[2] ?? '') && payloadType < 128 ? [payloadType] : []
  })
}

function formatOf(attributes: readonly string[], payloadType: number): string {
  const format = attributeOf(attributes, `fmtp`, ` `, payloadType) ?? ''
  return patterns.format.test(format) ? format : ''
}

function ssrcsIn(attributes: readonly string[]): number[] {
  const named = attributes.flatMap((each) => /^ssrc:(\d{1,10}) /.exec(each)?.[1] ?? []).map(Number)
  return [...new Set(named)].filter((ssrc) => ssrc > 0 && ssrc < 2 ** 32).slice(0, OFFER_LIMITS.ssrcs)
}

function extensionsIn(attributes: readonly string[]): RtcExtension[] {
  const found = attributes.flatMap((each) => {
    const [, id = '', uri = ''] = /^extmap:(\d{1,2}) (\S+)$/.exec(each) ?? []
    return EXTENSIONS.includes(uri) && Number(id) >= 1 && Number(id) <= 14 ? [{ id: Number(id), uri }] : []
  })
  return EXTENSIONS.flatMap((uri) => found.find((each) => each.uri === uri) ?? [])
}

/** Value of an attribute: the text after `name:`, or after `name:payloadType `. */
function attributeOf(
  attributes: readonly string[],
  name: string,
  separator = '',
  payloadType: number | '' = '',
): string | undefined {
  const start = `${name}:${payloadType}${separator}`
  return attributes.find((attribute) => attribute.startsWith(start))?.slice(start.length)
}

function notValid(reason: string): OfferResult {
  return { type: 'not-valid', reason }
}
