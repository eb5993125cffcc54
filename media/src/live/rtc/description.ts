import type { RtcMedia, RtcOffer } from './offer.ts'

/** Our side of a connection, as the WebRTC library says. */
export interface RtcLocal {
  readonly iceUfrag: string
  readonly icePwd: string
  readonly fingerprint: string
  readonly setup: string
}

/** What we send on a track. */
export interface RtcSource {
  readonly mid: string
  readonly ssrc: number
}

export interface RtcAddress {
  readonly host: string
  readonly port: number
}

/** Bit rate with which browsers begin, so that the first pictures have their full size. */
const START_KBPS = 2500
const STREAM = 'kinora'

/** The offer for the WebRTC library. It has no candidates: the peer connects to us, and we never send to an address that
 * somebody names. */
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

/** What the library answered to `libraryOffer`. Null if it cannot be read. */
export function readLibraryAnswer(text: string): RtcLocal | null {
  const one = (name: string) => new RegExp(`^a=${name}:(.+?)\\r?$`, 'm').exec(text)?.[1]
  const [iceUfrag, icePwd, setup] = [one('ice-ufrag'), one('ice-pwd'), one('setup')]
  const fingerprint = one('fingerprint')
  if (!iceUfrag || !icePwd || !setup || !fingerprint) return null
  return { iceUfrag, icePwd, setup, fingerprint }
}

/** The host candidates of a description of the library. */
export function candidatesIn(text: string): RtcAddress[] {
  const found = text.matchAll(/^a=candidate:\S+ 1 UDP \d+ (\S+) (\d+) typ host/gm)
  const all = [...found].map(([, host = '', port]) => ({ host, port: Number(port) }))
  return all.filter((each, n) => all.findIndex((other) => other.host === each.host) === n)
}

/** The answer for the peer.
 * @param sources what we send; empty if we receive */
export function rtcAnswer(
  { media }: RtcOffer,
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
    `a=group:BUNDLE ${media.map(({ mid }) => mid).join(' ')}`,
    ...media.flatMap((each) => {
      const source = sources.find(({ mid }) => mid === each.mid)
      return [
        `m=${each.kind} ${first?.port ?? 9} UDP/TLS/RTP/SAVPF ${each.payloadType}`,
        'c=IN IP4 0.0.0.0',
        `a=ice-ufrag:${local.iceUfrag}`,
        `a=ice-pwd:${local.icePwd}`,
        `a=fingerprint:${local.fingerprint}`,
        `a=setup:${local.setup}`,
        `a=mid:${each.mid}`,
        source === undefined ? 'a=recvonly' : 'a=sendonly',
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
