import { describe, expect, it } from 'vitest'
import { libraryOffer, rtcAnswer } from './description.ts'
import { OFFER_LIMITS, readRtcOffer } from './offer.ts'

const fingerprint = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0').toUpperCase()).join(
  ':',
)
const common = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'a=ice-ufrag:8I5e',
  'a=ice-pwd:P43dvZxy3e0YUb9xro6ym4aU',
  `a=fingerprint:sha-256 ${fingerprint}`,
  'a=setup:actpass',
]
const audio = [
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
  'a=mid:0',
  'a=sendonly',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=candidate:1 1 udp 1 10.0.0.1 22 typ host',
  'a=ssrc:7 cname:x',
  'a=ssrc:7 msid:x y',
]
const video = [
  'm=video 9 UDP/TLS/RTP/SAVPF 96 102 103 108',
  'a=mid:1',
  'a=sendonly',
  'a=rtcp-mux',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:102 H264/90000',
  'a=rtpmap:103 rtx/90000',
  'a=rtpmap:108 H264/90000',
  'a=fmtp:102 packetization-mode=1;profile-level-id=640c1f',
  'a=fmtp:108 packetization-mode=1;profile-level-id=42e01f',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
]
const text = (...lines: readonly string[]) => lines.join('\r\n')
const read = (sdp: string, wants: 'sends' | 'receives' = 'sends') => readRtcOffer(sdp, wants)

describe('a WebRTC offer', () => {
  it('is reduced to one codec for each track, without candidates', () => {
    const result = read(text(...common, ...audio, ...video))
    if (result.type !== 'offer') throw new Error(result.type)
    expect(result.offer.media.map(({ kind, payloadType, ssrcs }) => [kind, payloadType, ssrcs])).toEqual([
      ['audio', 111, [7]],
      ['video', 108, []],
    ])
    const given = libraryOffer(result.offer)
    expect(given).not.toMatch(/candidate|VP8|10\.0\.0\.1/)
    expect(read(given).type).toBe('offer')
  })

  it('prefers the high profile for viewers', () => {
    const recv = (lines: readonly string[]) => lines.map((line) => line.replace('sendonly', 'recvonly'))
    const result = read(text(...common, ...recv(audio), ...recv(video)), 'receives')
    expect(result.type === 'offer' && result.offer.media[1]?.payloadType).toBe(102)
  })

  it('is answered with our addresses and sources only', () => {
    const result = read(text(...common, ...video))
    if (result.type !== 'offer') throw new Error(result.type)
    const answer = rtcAnswer(
      result.offer,
      local,
      [{ host: '192.0.2.1', port: 8189 }],
      [{ mid: 'video', ssrc: 5 }],
    )
    expect(answer).toContain('a=candidate:1 1 udp 2130706431 192.0.2.1 8189 typ host\r\n')
    expect(answer).toMatch(/a=sendonly\r\n(.+\r\n)+a=ssrc:5 msid:kinora video/)
  })

  const local = { iceUfrag: 'abcd', icePwd: 'p'.repeat(22), fingerprint: 'sha-256 AA', setup: 'active' }
  /** The sections of the answer with their mids and directions, and the group. */
  const answered = (...lines: readonly string[]) => {
    const result = read(text(...lines))
    if (result.type !== 'offer') throw new Error(JSON.stringify(result))
    const answer = rtcAnswer(result.offer, local, [{ host: '192.0.2.1', port: 8189 }], [])
    return {
      offer: result.offer,
      lines: answer
        .split('\r\n')
        .filter((line) => /^m=|^a=(mid|group|recvonly|sendonly|inactive)/.test(line)),
    }
  }
  const dataChannel = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:2', 'a=sctp-port:5000']

  it('has a data channel that is rejected, wherever it is', () => {
    const [tracks, channel] = [
      ['m=audio 8189 UDP/TLS/RTP/SAVPF 111', 'a=mid:0', 'a=recvonly'],
      ['m=application 0 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:2'],
    ]
    expect(answered(...common, ...audio, ...dataChannel).lines).toEqual([
      'a=group:BUNDLE 0',
      ...tracks,
      ...channel,
    ])
    expect(answered(...common, ...dataChannel, ...audio).lines).toEqual([
      'a=group:BUNDLE 0',
      ...channel,
      ...tracks,
    ])
  })

  it('has a track that is not offered, because its port is 0, or that shares the port of another one', () => {
    const withoutPort = video.with(0, 'm=video 0 UDP/TLS/RTP/SAVPF 96 102 103 108')
    expect(answered(...common, ...audio, ...withoutPort).lines.slice(-2)).toEqual([
      'm=video 0 UDP/TLS/RTP/SAVPF 96 102 103 108',
      'a=mid:1',
    ])
    const shared = answered(...common, ...audio, ...withoutPort, 'a=bundle-only')
    expect(shared.lines[0]).toBe('a=group:BUNDLE 0 1')
    expect(shared.offer.media).toHaveLength(2)
  })

  it.each(['audio.0', 'x'.repeat(64), "a!#$%&'*+-.^_`{|}~9"])('has any mid: %s', (mid) => {
    const { lines, offer } = answered(...common, ...audio.with(1, `a=mid:${mid}`), ...video)
    expect(lines.slice(0, 3)).toEqual([
      `a=group:BUNDLE ${mid} 1`,
      'm=audio 8189 UDP/TLS/RTP/SAVPF 111',
      `a=mid:${mid}`,
    ])
    expect(libraryOffer(offer)).toContain('a=group:BUNDLE audio video')
  })

  it('needs no mid for its only track', () => {
    const { lines } = answered(...common, ...audio.toSpliced(1, 1))
    expect(lines).toEqual(['m=audio 8189 UDP/TLS/RTP/SAVPF 111', 'a=recvonly'])
  })

  it('is answered with inactive tracks if they are inactive', () => {
    const { lines, offer } = answered(...common, ...audio.with(2, 'a=inactive'), ...video)
    expect(lines).toEqual([
      'a=group:BUNDLE 0 1',
      'm=audio 8189 UDP/TLS/RTP/SAVPF 111',
      'a=mid:0',
      'a=inactive',
      'm=video 8189 UDP/TLS/RTP/SAVPF 108',
      'a=mid:1',
      'a=recvonly',
    ])
    expect(offer.media.map(({ kind }) => kind)).toEqual(['video'])
  })

  it('is refused if it is invalid', () => {
    const reasons = [
      '',
      text(...common),
      text(...common, 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel'),
      text(...common, ...audio, ...audio),
      text(...common, ...audio.with(2, 'a=inactive')),
      text(...common, ...audio.toSpliced(1, 1), ...video),
      text(...common, ...audio.with(1, 'a=mid:a b')),
      text(...common, ...audio, 'm=application nine x'),
      text(...common, ...audio, ...video.map((line) => line.replace('mid:1', 'mid:0'))),
      text(...common.filter((line) => !line.includes('fingerprint')), ...audio),
      text(...common, ...audio.map((line) => line.replace('sendonly', 'recvonly'))),
      text(...common, ...audio, `a=x:${'x'.repeat(OFFER_LIMITS.lineChars)}`),
      text(...common, ...Array.from({ length: OFFER_LIMITS.lines }, () => 'a=x')),
      'x'.repeat(OFFER_LIMITS.bytes + 1),
    ].map((sdp) => read(sdp).type)
    expect(new Set(reasons)).toEqual(new Set(['not-valid']))
    expect(read(text(...common, ...video.filter((line) => !line.includes('H264')))).type).toBe(
      'codec-not-supported',
    )
  })
})
