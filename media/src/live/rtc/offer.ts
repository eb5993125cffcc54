/** The used fields of a WHIP or WHEP offer (SDP). Everything else is dropped: the WebRTC library gets an offer that the
 * server writes from these fields. */
export interface RtcOffer {
  readonly iceUfrag: string
  readonly icePwd: string
  /** SHA-256 of the peer's certificate, as in `a=fingerprint`. */
  readonly fingerprint: string
  readonly setup: 'actpass' | 'active' | 'passive'
  /** Tracks that are used. */
  readonly media: readonly RtcMedia[]
  /** All sections in the order of the offer, which the answer must have too. */
  readonly sections: readonly RtcSection[]
}

export type RtcSection =
  | { readonly use: 'active' | 'inactive'; readonly media: RtcMedia }
  /** Such as a data channel. `line` is its `m=` line with port 0. */
  | { readonly use: 'rejected'; readonly line: string; readonly offeredMid: string | null }

export interface RtcMedia {
  readonly kind: 'video' | 'audio'
  /** Our own name of the track. */
  readonly mid: string
  /** Name of the track in the offer. Null without one, if it is the only track. */
  readonly offeredMid: string | null
  /** Direction from the view of the peer. */
  readonly direction: 'sendonly' | 'recvonly' | 'sendrecv' | 'inactive'
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

export const OFFER_LIMITS = {
  bytes: 64 * 1024,
  lines: 2000,
  lineChars: 1000,
  ssrcs: 4,
  sections: 16,
} as const

/** H.264 profiles in the order of preference to receive. Constrained baseline comes first: it has no B-frames, and all
 * devices encode it in hardware. */
const RECEIVE_PROFILES = ['42e', '42', '4d', '64']
/** H.264 profiles in the order of preference to send. High comes first, because most sources use it. */
const SEND_PROFILES = ['64', '4d', '42e', '42']

const patterns = {
  ufrag: /^[A-Za-z0-9+/]{4,256}$/,
  pwd: /^[A-Za-z0-9+/]{22,256}$/,
  fingerprint: /^sha-256 ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})$/i,
  /** A token (RFC 8866 9). */
  mid: /^[!#-'*+\-.0-9A-Z^-~]{1,256}$/,
  media: /^(audio|video) \d{1,5} UDP\/TLS\/RTP\/SAVPF((?: \d{1,3}){1,64})$/,
  /** Any section: its kind, port, protocol and formats. */
  section: /^([a-z]{1,20}) (\d{1,5}) ([A-Za-z0-9/]{1,40}) ([\x21-\x7e]+(?: [\x21-\x7e]+)*)$/,
  format: /^[\x20-\x7e]{0,200}$/,
}

interface Section {
  /** Null for a section that is neither audio nor video by RTP. */
  readonly kind: 'video' | 'audio' | null
  readonly hasPort: boolean
  /** The `m=` line of a rejection. */
  readonly rejection: string
  readonly payloadTypes: readonly number[]
  readonly attributes: string[]
}

/** Reads an offer with at most one audio and one video track. Other sections are rejected in the answer.
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
      const section = sectionOf(line.slice(2))
      if (section === null) return notValid('A media line cannot be read')
      sections.push(section)
      if (sections.length > OFFER_LIMITS.sections) return notValid('It has too many sections')
    } else if (line.startsWith('a=')) (sections.at(-1)?.attributes ?? common).push(line.slice(2))
  }
  return readSections(common, sections, wants)
}

function sectionOf(line: string): Section | null {
  const found = patterns.section.exec(line)
  if (found === null) return null
  const [, kind, port, protocol, formats] = found
  const media = patterns.media.exec(line)
  return {
    kind: media === null ? null : media[1] === 'audio' ? 'audio' : 'video',
    hasPort: port !== '0',
    rejection: `${kind} 0 ${protocol} ${formats}`,
    payloadTypes: (media?.[2] ?? '').trim().split(' ').map(Number),
    attributes: [],
  }
}

/** Whether a section is audio or video that the peer offers. Port 0 means no, unless the track shares the port of
 * another one (RFC 9143 6). */
function isOffered({ kind, hasPort, attributes }: Section): boolean {
  return kind !== null && (hasPort || attributes.includes('bundle-only'))
}

function readSections(
  common: readonly string[],
  sections: readonly Section[],
  wants: 'sends' | 'receives',
): OfferResult {
  const offered = sections.filter(isOffered)
  const [first] = offered
  if (first === undefined) return notValid('It has neither audio nor video')
  for (const kind of ['audio', 'video'])
    if (offered.filter((each) => each.kind === kind).length > 1)
      return notValid(`It has more than one ${kind}`)
  const one = (name: string) => attributeOf(first.attributes, name) ?? attributeOf(common, name) ?? ''
  const [iceUfrag, icePwd] = [one('ice-ufrag'), one('ice-pwd')]
  const fingerprint = patterns.fingerprint.exec(one('fingerprint'))?.[1]
  const setup = one('setup') || 'actpass'
  if (!patterns.ufrag.test(iceUfrag) || !patterns.pwd.test(icePwd))
    return notValid('It has no ICE credentials')
  if (fingerprint === undefined) return notValid('It has no SHA-256 fingerprint')
  if (setup !== 'actpass' && setup !== 'active' && setup !== 'passive')
    return notValid('Its setup is unknown')
  const read: RtcSection[] = []
  for (const section of sections) {
    const result = readSection(section, common, wants)
    if (typeof result === 'string') return notValid(result)
    if (result === null) return { type: 'codec-not-supported' }
    read.push(result)
  }
  const named = read.map((each) => (each.use === 'rejected' ? each.offeredMid : each.media.offeredMid))
  const mids = named.filter((mid) => mid !== null)
  if (new Set(mids).size < mids.length) return notValid('Two tracks have the same mid')
  if (mids.length < named.length && offered.length > 1) return notValid('A track has no mid')
  const media = read.flatMap((each) => (each.use === 'active' ? [each.media] : []))
  if (media.length === 0) return notValid('All tracks are inactive')
  return {
    type: 'offer',
    offer: { iceUfrag, icePwd, fingerprint: fingerprint.toUpperCase(), setup, media, sections: read },
  }
}

/** Reads a section. Null without a supported codec, and an error text if it is invalid. */
function readSection(
  section: Section,
  common: readonly string[],
  wants: 'sends' | 'receives',
): RtcSection | string | null {
  const { attributes, rejection: line } = section
  const offeredMid = attributeOf(attributes, 'mid') ?? null
  if (offeredMid !== null && !patterns.mid.test(offeredMid)) return 'A mid is not valid'
  const rejected = { use: 'rejected', line, offeredMid } as const
  if (!isOffered(section) || section.kind === null) return rejected
  const media = readMedia({ ...section, kind: section.kind }, common, wants)
  if (media === null || typeof media === 'string') return media
  if (media.direction === 'inactive') return { use: 'inactive', media }
  return { use: 'active', media }
}

/** Reads a media section. Null without a supported codec, and an error text if it is invalid. */
function readMedia(
  { kind, payloadTypes, attributes }: Section & { readonly kind: 'video' | 'audio' },
  common: readonly string[],
  wants: 'sends' | 'receives',
): RtcMedia | string | null {
  if (!attributes.includes('rtcp-mux')) return 'A track does not use rtcp-mux'
  const direction = directionOf(attributes) ?? directionOf(common) ?? 'sendrecv'
  const refused = wants === 'sends' ? 'recvonly' : 'sendonly'
  if (direction === refused) return `A track is ${refused}`
  const payloadType = kind === 'audio' ? opusIn(attributes) : h264In(attributes, wants)
  if (payloadType === null || !payloadTypes.includes(payloadType)) return null
  return {
    kind,
    mid: kind,
    offeredMid: attributeOf(attributes, 'mid') ?? null,
    direction,
    payloadType,
    format: formatOf(attributes, payloadType),
    ssrcs: ssrcsIn(attributes),
    extensions: extensionsIn(attributes),
  }
}

function directionOf(attributes: readonly string[]): RtcMedia['direction'] | undefined {
  for (const each of attributes)
    if (each === 'sendonly' || each === 'recvonly' || each === 'sendrecv' || each === 'inactive') return each
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
