import type { RtcMedia, RtcOffer, RtcSection } from './offer.ts'

/** Local description of a connection by the WebRTC library. */
export interface RtcLocal {
  readonly iceUfrag: string
  readonly icePwd: string
  readonly fingerprint: string
  readonly setup: string
}

/** Stream that is sent on a track. */
export interface RtcSource {
  readonly mid: string
  readonly ssrc: number
}

export interface RtcAddress {
  readonly host: string
  readonly port: number
}

/** Start bitrate for browsers, so that the first frames have the full resolution. */
const START_KBPS = 2500
const STREAM = 'kinora'

/** The offer for the WebRTC library. It contains no candidates: the peer connects to the server, which never sends to
 * an address from the offer. */
export function libraryOffer({ iceUfrag, icePwd, fingerprint, setup, media }: RtcOffer): string {
  return textOf([
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${media.map(({ mid }) => mid).join(' ')}`,
    ...media.flatMap((each) => [
      `m=${each.kind} 9 UDP/TLS/RTP/SAVPF ${each.payloadType}`,
      'c=IN IP4 0.0.0.0',
      `a=ice-ufrag:${iceUfrag}`,
      `a=ice-pwd:${icePwd}`,
      `a=fingerprint:sha-256 ${fingerprint}`,
      `a=setup:${setup}`,
      `a=mid:${each.mid}`,
      `a=${each.direction}`,
      'a=rtcp-mux',
      ...codecLines(each),
      ...each.ssrcs.map((ssrc) => `a=ssrc:${ssrc} cname:peer`),
    ]),
  ])
}

/** Reads the library's answer to `libraryOffer`. Null if it is invalid. */
export function readLibraryAnswer(text: string): RtcLocal | null {
  const one = (name: string) => new RegExp(`^a=${name}:(.+?)\\r?$`, 'm').exec(text)?.[1]
  const [iceUfrag, icePwd, setup] = [one('ice-ufrag'), one('ice-pwd'), one('setup')]
  const fingerprint = one('fingerprint')
  if (!iceUfrag || !icePwd || !setup || !fingerprint) return null
  return { iceUfrag, icePwd, setup, fingerprint }
}

/** Host candidates in a description of the library. */
export function candidatesIn(text: string): RtcAddress[] {
  const found = text.matchAll(/^a=candidate:\S+ 1 UDP \d+ (\S+) (\d+) typ host/gm)
  const all = [...found].map(([, host = '', port]) => ({ host, port: Number(port) }))
  return all.filter((each, n) => all.findIndex((other) => other.host === each.host) === n)
}

/** Writes the answer for the peer.
 * @param sources sent streams; empty if the server receives */
export function rtcAnswer(
  { sections }: RtcOffer,
  local: RtcLocal,
  addresses: readonly RtcAddress[],
  sources: readonly RtcSource[],
): string {
  const [first] = addresses
  return textOf([
    'v=0',
    'o=- 1 1 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    ...groupLines(sections),
    ...sections.flatMap((section) => {
      if (section.use === 'rejected')
        return [`m=${section.line}`, 'c=IN IP4 0.0.0.0', ...midLines(section.offeredMid)]
      const { media: each } = section
      const source = sources.find(({ mid }) => mid === each.mid)
      return [
        `m=${each.kind} ${first?.port ?? 9} UDP/TLS/RTP/SAVPF ${each.payloadType}`,
        'c=IN IP4 0.0.0.0',
        `a=ice-ufrag:${local.iceUfrag}`,
        `a=ice-pwd:${local.icePwd}`,
        `a=fingerprint:${local.fingerprint}`,
        `a=setup:${local.setup}`,
        ...midLines(each.offeredMid),
        section.use === 'inactive' ? 'a=inactive' : source === undefined ? 'a=recvonly' : 'a=sendonly',
        'a=rtcp-mux',
        'a=rtcp-rsize',
        ...codecLines(each),
        ...feedbackLines(each),
        ...each.extensions.map(({ id, uri }) => `a=extmap:${id} ${uri}`),
        ...(source === undefined ? [] : sourceLines(source, each)),
        ...addresses.map(
          ({ host, port }, n) => `a=candidate:${n + 1} 1 udp ${2_130_706_431 - n} ${host} ${port} typ host`,
        ),
        'a=end-of-candidates',
      ]
    }),
  ])
}

/** The tracks that share the connection. */
function groupLines(sections: readonly RtcSection[]): string[] {
  const mids = sections.flatMap((each) => (each.use === 'rejected' ? [] : (each.media.offeredMid ?? [])))
  return mids.length === 0 ? [] : [`a=group:BUNDLE ${mids.join(' ')}`]
}

function midLines(mid: string | null): string[] {
  return mid === null ? [] : [`a=mid:${mid}`]
}

function codecLines({ kind, payloadType, format }: RtcMedia): string[] {
  const name = kind === 'audio' ? 'opus/48000/2' : 'H264/90000'
  const words = [format, ...(kind === 'video' ? [`x-google-start-bitrate=${START_KBPS}`] : ['stereo=1'])]
  return [
    `a=rtpmap:${payloadType} ${name}`,
    `a=fmtp:${payloadType} ${words.filter((word) => word !== '').join(';')}`,
  ]
}

function feedbackLines({ kind, payloadType }: RtcMedia): string[] {
  const kinds = kind === 'audio' ? ['nack'] : ['nack', 'nack pli', 'ccm fir', 'goog-remb']
  return kinds.map((each) => `a=rtcp-fb:${payloadType} ${each}`)
}

function sourceLines({ ssrc }: RtcSource, { kind }: RtcMedia): string[] {
  return [
    `a=msid:${STREAM} ${kind}`,
    `a=ssrc:${ssrc} cname:${STREAM}`,
    `a=ssrc:${ssrc} msid:${STREAM} ${kind}`,
  ]
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n`
}
