import { describe, expect, it } from 'vitest'
import { sniff, sniffAudio } from './sniff.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )
const size = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255]

function packets(packet: number, first: number, count: number): Uint8Array {
  const data = new Uint8Array(packet * count)
  for (let n = 0; n < count; n++) data[first + n * packet] = 0x47
  return data
}

const mxfKey = [
  0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01, 0x0d, 0x01, 0x02, 0x01, 0x01, 0x02, 0x04, 0x00,
]

describe('sniff', () => {
  it.each<[string, Uint8Array, string]>([
    ['MP4', bytes(size(24), 'ftypisom', size(0)), 'mov'],
    ['3GP', bytes(size(24), 'ftyp3gp4', size(0)), 'mov'],
    ['QuickTime without ftyp', bytes(size(8), 'wide', size(99), 'mdat'), 'mov'],
    ['QuickTime with a large mdat', bytes(size(1), 'mdat', new Array(32).fill(0)), 'mov'],
    ['Matroska and WebM', bytes([0x1a, 0x45, 0xdf, 0xa3], 'webm'), 'matroska'],
    ['AVI', bytes('RIFF', size(0), 'AVI LIST'), 'avi'],
    ['a transport stream', packets(188, 0, 6), 'mpegts'],
    ['a transport stream with timecodes', packets(192, 4, 6), 'mpegts'],
    [
      'WMV',
      bytes([0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0, 0xaa, 0, 0x62, 0xce, 0x6c]),
      'asf',
    ],
    ['MXF', bytes(mxfKey), 'mxf'],
    ['MXF after a run-in', bytes(new Array(300).fill(0x20), mxfKey), 'mxf'],
  ])('recognizes %s', (_, head, container) => {
    expect(sniff(head)).toEqual({ container, demuxer: container })
  })

  it.each<[string, Uint8Array]>([
    ['nothing', bytes()],
    ['an HLS playlist', bytes('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['a concat script', bytes("ffconcat version 1.0\nfile '/etc/passwd'\n")],
    ['an MPD', bytes('<?xml version="1.0"?><MPD></MPD>')],
    ['an SDP', bytes('v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n')],
    [
      'an HLS playlist of an address',
      bytes('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1/x.ts\n'),
    ],
    ['an MPD with an address', bytes('<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1/</BaseURL></MPD>')],
    [
      'an SDP with a video',
      bytes('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'),
    ],
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/x.png"/></svg>')],
    ['text that starts with the sync byte', bytes('GGGGGGGGGGGGGGGGGGGG', 'x'.repeat(2000))],
    ['a playlist between two sync bytes', bytes('G', '#EXTM3U\n'.repeat(30), 'G')],
    ['a truncated transport stream', packets(188, 0, 3)],
    ['PNG', bytes([0x89], 'PNG\r\n')],
    ['a HEIC photo', bytes(size(24), 'ftypheic')],
    ['ZIP', bytes('PK', [3, 4], new Array(50).fill(0))],
    ['WAV', bytes('RIFF', size(0), 'WAVEfmt ')],
    ['text that contains the name of a mov box', bytes('the free world')],
  ])('refuses %s', (_, head) => {
    expect(sniff(head)).toBeNull()
  })
})

describe('sniffAudio', () => {
  const tag = (length: number) =>
    bytes('ID3', [4, 0, 0, 0, 0, length >> 7, length & 127], new Array(length).fill(0))
  const adts = [0xff, 0xf1, 0x50, 0x80, 0x01, 0x1f, 0xfc, 0, 0xff, 0xf1, 0x50, 0x80]
  it.each<[string, Uint8Array, string]>([
    ['WAV', bytes('RIFF', size(0), 'WAVEfmt '), 'wav'],
    ['FLAC', bytes('fLaC', size(0)), 'flac'],
    ['Ogg', bytes('OggS', size(0)), 'ogg'],
    ['AIFF', bytes('FORM', size(0), 'AIFC'), 'aiff'],
    ['MP3', bytes([0xff, 0xfb, 0x90, 0x64]), 'mp3'],
    ['MP3 after a tag', bytes([...tag(300)], [0xff, 0xfb, 0x90, 0x64]), 'mp3'],
    ['MP3 after a tag with a large image', tag(9000).subarray(0, 4096), 'mp3'],
    ['AAC', bytes(adts), 'aac'],
    ['AAC after a tag', bytes([...tag(300)], adts), 'aac'],
    ['M4A', bytes(size(24), 'ftypM4A ', size(0)), 'mov'],
    ['audio in a video container', bytes([0x1a, 0x45, 0xdf, 0xa3], 'webm'), 'matroska'],
  ])('recognizes %s', (_, head, demuxer) => {
    expect(sniffAudio(head)).toBe(demuxer)
  })

  it.each<[string, Uint8Array]>([
    ['a playlist', bytes('#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd')],
    ['a concat script', bytes("ffconcat version 1.0\nfile '/etc/passwd'")],
    ['an image', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
    ['nothing', bytes()],
  ])('refuses %s as audio', (_, head) => {
    expect(sniffAudio(head)).toBeNull()
  })
})
